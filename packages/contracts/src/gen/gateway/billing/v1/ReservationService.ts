// Original file: ../../proto/gateway/billing/v1/reservation_service.proto

import type * as grpc from '@grpc/grpc-js'
import type { MethodDefinition } from '@grpc/proto-loader'
import type { CaptureRequest as _gateway_billing_v1_CaptureRequest, CaptureRequest__Output as _gateway_billing_v1_CaptureRequest__Output } from '../../../gateway/billing/v1/CaptureRequest.ts';
import type { CaptureResponse as _gateway_billing_v1_CaptureResponse, CaptureResponse__Output as _gateway_billing_v1_CaptureResponse__Output } from '../../../gateway/billing/v1/CaptureResponse.ts';
import type { GetReservationRequest as _gateway_billing_v1_GetReservationRequest, GetReservationRequest__Output as _gateway_billing_v1_GetReservationRequest__Output } from '../../../gateway/billing/v1/GetReservationRequest.ts';
import type { GetReservationResponse as _gateway_billing_v1_GetReservationResponse, GetReservationResponse__Output as _gateway_billing_v1_GetReservationResponse__Output } from '../../../gateway/billing/v1/GetReservationResponse.ts';
import type { ListOpenReservationsRequest as _gateway_billing_v1_ListOpenReservationsRequest, ListOpenReservationsRequest__Output as _gateway_billing_v1_ListOpenReservationsRequest__Output } from '../../../gateway/billing/v1/ListOpenReservationsRequest.ts';
import type { ListOpenReservationsResponse as _gateway_billing_v1_ListOpenReservationsResponse, ListOpenReservationsResponse__Output as _gateway_billing_v1_ListOpenReservationsResponse__Output } from '../../../gateway/billing/v1/ListOpenReservationsResponse.ts';
import type { QuoteRequest as _gateway_billing_v1_QuoteRequest, QuoteRequest__Output as _gateway_billing_v1_QuoteRequest__Output } from '../../../gateway/billing/v1/QuoteRequest.ts';
import type { QuoteResponse as _gateway_billing_v1_QuoteResponse, QuoteResponse__Output as _gateway_billing_v1_QuoteResponse__Output } from '../../../gateway/billing/v1/QuoteResponse.ts';
import type { RefundCallRequest as _gateway_billing_v1_RefundCallRequest, RefundCallRequest__Output as _gateway_billing_v1_RefundCallRequest__Output } from '../../../gateway/billing/v1/RefundCallRequest.ts';
import type { RefundCallResponse as _gateway_billing_v1_RefundCallResponse, RefundCallResponse__Output as _gateway_billing_v1_RefundCallResponse__Output } from '../../../gateway/billing/v1/RefundCallResponse.ts';
import type { ReleaseAheadRequest as _gateway_billing_v1_ReleaseAheadRequest, ReleaseAheadRequest__Output as _gateway_billing_v1_ReleaseAheadRequest__Output } from '../../../gateway/billing/v1/ReleaseAheadRequest.ts';
import type { ReleaseAheadResponse as _gateway_billing_v1_ReleaseAheadResponse, ReleaseAheadResponse__Output as _gateway_billing_v1_ReleaseAheadResponse__Output } from '../../../gateway/billing/v1/ReleaseAheadResponse.ts';
import type { ReleaseRequest as _gateway_billing_v1_ReleaseRequest, ReleaseRequest__Output as _gateway_billing_v1_ReleaseRequest__Output } from '../../../gateway/billing/v1/ReleaseRequest.ts';
import type { ReleaseResponse as _gateway_billing_v1_ReleaseResponse, ReleaseResponse__Output as _gateway_billing_v1_ReleaseResponse__Output } from '../../../gateway/billing/v1/ReleaseResponse.ts';
import type { ReserveAheadRequest as _gateway_billing_v1_ReserveAheadRequest, ReserveAheadRequest__Output as _gateway_billing_v1_ReserveAheadRequest__Output } from '../../../gateway/billing/v1/ReserveAheadRequest.ts';
import type { ReserveAheadResponse as _gateway_billing_v1_ReserveAheadResponse, ReserveAheadResponse__Output as _gateway_billing_v1_ReserveAheadResponse__Output } from '../../../gateway/billing/v1/ReserveAheadResponse.ts';
import type { ReserveNextStreamRequest as _gateway_billing_v1_ReserveNextStreamRequest, ReserveNextStreamRequest__Output as _gateway_billing_v1_ReserveNextStreamRequest__Output } from '../../../gateway/billing/v1/ReserveNextStreamRequest.ts';
import type { ReserveNextStreamResponse as _gateway_billing_v1_ReserveNextStreamResponse, ReserveNextStreamResponse__Output as _gateway_billing_v1_ReserveNextStreamResponse__Output } from '../../../gateway/billing/v1/ReserveNextStreamResponse.ts';
import type { ReserveRequest as _gateway_billing_v1_ReserveRequest, ReserveRequest__Output as _gateway_billing_v1_ReserveRequest__Output } from '../../../gateway/billing/v1/ReserveRequest.ts';
import type { ReserveResponse as _gateway_billing_v1_ReserveResponse, ReserveResponse__Output as _gateway_billing_v1_ReserveResponse__Output } from '../../../gateway/billing/v1/ReserveResponse.ts';
import type { ReserveStreamRequest as _gateway_billing_v1_ReserveStreamRequest, ReserveStreamRequest__Output as _gateway_billing_v1_ReserveStreamRequest__Output } from '../../../gateway/billing/v1/ReserveStreamRequest.ts';
import type { ReserveStreamResponse as _gateway_billing_v1_ReserveStreamResponse, ReserveStreamResponse__Output as _gateway_billing_v1_ReserveStreamResponse__Output } from '../../../gateway/billing/v1/ReserveStreamResponse.ts';
import type { SettleStreamRequest as _gateway_billing_v1_SettleStreamRequest, SettleStreamRequest__Output as _gateway_billing_v1_SettleStreamRequest__Output } from '../../../gateway/billing/v1/SettleStreamRequest.ts';
import type { SettleStreamResponse as _gateway_billing_v1_SettleStreamResponse, SettleStreamResponse__Output as _gateway_billing_v1_SettleStreamResponse__Output } from '../../../gateway/billing/v1/SettleStreamResponse.ts';

export interface ReservationServiceClient extends grpc.Client {
  Capture(argument: _gateway_billing_v1_CaptureRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_billing_v1_CaptureResponse__Output>): grpc.ClientUnaryCall;
  Capture(argument: _gateway_billing_v1_CaptureRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_gateway_billing_v1_CaptureResponse__Output>): grpc.ClientUnaryCall;
  Capture(argument: _gateway_billing_v1_CaptureRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_billing_v1_CaptureResponse__Output>): grpc.ClientUnaryCall;
  Capture(argument: _gateway_billing_v1_CaptureRequest, callback: grpc.requestCallback<_gateway_billing_v1_CaptureResponse__Output>): grpc.ClientUnaryCall;
  capture(argument: _gateway_billing_v1_CaptureRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_billing_v1_CaptureResponse__Output>): grpc.ClientUnaryCall;
  capture(argument: _gateway_billing_v1_CaptureRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_gateway_billing_v1_CaptureResponse__Output>): grpc.ClientUnaryCall;
  capture(argument: _gateway_billing_v1_CaptureRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_billing_v1_CaptureResponse__Output>): grpc.ClientUnaryCall;
  capture(argument: _gateway_billing_v1_CaptureRequest, callback: grpc.requestCallback<_gateway_billing_v1_CaptureResponse__Output>): grpc.ClientUnaryCall;
  
  GetReservation(argument: _gateway_billing_v1_GetReservationRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_billing_v1_GetReservationResponse__Output>): grpc.ClientUnaryCall;
  GetReservation(argument: _gateway_billing_v1_GetReservationRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_gateway_billing_v1_GetReservationResponse__Output>): grpc.ClientUnaryCall;
  GetReservation(argument: _gateway_billing_v1_GetReservationRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_billing_v1_GetReservationResponse__Output>): grpc.ClientUnaryCall;
  GetReservation(argument: _gateway_billing_v1_GetReservationRequest, callback: grpc.requestCallback<_gateway_billing_v1_GetReservationResponse__Output>): grpc.ClientUnaryCall;
  getReservation(argument: _gateway_billing_v1_GetReservationRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_billing_v1_GetReservationResponse__Output>): grpc.ClientUnaryCall;
  getReservation(argument: _gateway_billing_v1_GetReservationRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_gateway_billing_v1_GetReservationResponse__Output>): grpc.ClientUnaryCall;
  getReservation(argument: _gateway_billing_v1_GetReservationRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_billing_v1_GetReservationResponse__Output>): grpc.ClientUnaryCall;
  getReservation(argument: _gateway_billing_v1_GetReservationRequest, callback: grpc.requestCallback<_gateway_billing_v1_GetReservationResponse__Output>): grpc.ClientUnaryCall;
  
  ListOpenReservations(argument: _gateway_billing_v1_ListOpenReservationsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_billing_v1_ListOpenReservationsResponse__Output>): grpc.ClientUnaryCall;
  ListOpenReservations(argument: _gateway_billing_v1_ListOpenReservationsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_gateway_billing_v1_ListOpenReservationsResponse__Output>): grpc.ClientUnaryCall;
  ListOpenReservations(argument: _gateway_billing_v1_ListOpenReservationsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_billing_v1_ListOpenReservationsResponse__Output>): grpc.ClientUnaryCall;
  ListOpenReservations(argument: _gateway_billing_v1_ListOpenReservationsRequest, callback: grpc.requestCallback<_gateway_billing_v1_ListOpenReservationsResponse__Output>): grpc.ClientUnaryCall;
  listOpenReservations(argument: _gateway_billing_v1_ListOpenReservationsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_billing_v1_ListOpenReservationsResponse__Output>): grpc.ClientUnaryCall;
  listOpenReservations(argument: _gateway_billing_v1_ListOpenReservationsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_gateway_billing_v1_ListOpenReservationsResponse__Output>): grpc.ClientUnaryCall;
  listOpenReservations(argument: _gateway_billing_v1_ListOpenReservationsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_billing_v1_ListOpenReservationsResponse__Output>): grpc.ClientUnaryCall;
  listOpenReservations(argument: _gateway_billing_v1_ListOpenReservationsRequest, callback: grpc.requestCallback<_gateway_billing_v1_ListOpenReservationsResponse__Output>): grpc.ClientUnaryCall;
  
  Quote(argument: _gateway_billing_v1_QuoteRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_billing_v1_QuoteResponse__Output>): grpc.ClientUnaryCall;
  Quote(argument: _gateway_billing_v1_QuoteRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_gateway_billing_v1_QuoteResponse__Output>): grpc.ClientUnaryCall;
  Quote(argument: _gateway_billing_v1_QuoteRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_billing_v1_QuoteResponse__Output>): grpc.ClientUnaryCall;
  Quote(argument: _gateway_billing_v1_QuoteRequest, callback: grpc.requestCallback<_gateway_billing_v1_QuoteResponse__Output>): grpc.ClientUnaryCall;
  quote(argument: _gateway_billing_v1_QuoteRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_billing_v1_QuoteResponse__Output>): grpc.ClientUnaryCall;
  quote(argument: _gateway_billing_v1_QuoteRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_gateway_billing_v1_QuoteResponse__Output>): grpc.ClientUnaryCall;
  quote(argument: _gateway_billing_v1_QuoteRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_billing_v1_QuoteResponse__Output>): grpc.ClientUnaryCall;
  quote(argument: _gateway_billing_v1_QuoteRequest, callback: grpc.requestCallback<_gateway_billing_v1_QuoteResponse__Output>): grpc.ClientUnaryCall;
  
  RefundCall(argument: _gateway_billing_v1_RefundCallRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_billing_v1_RefundCallResponse__Output>): grpc.ClientUnaryCall;
  RefundCall(argument: _gateway_billing_v1_RefundCallRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_gateway_billing_v1_RefundCallResponse__Output>): grpc.ClientUnaryCall;
  RefundCall(argument: _gateway_billing_v1_RefundCallRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_billing_v1_RefundCallResponse__Output>): grpc.ClientUnaryCall;
  RefundCall(argument: _gateway_billing_v1_RefundCallRequest, callback: grpc.requestCallback<_gateway_billing_v1_RefundCallResponse__Output>): grpc.ClientUnaryCall;
  refundCall(argument: _gateway_billing_v1_RefundCallRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_billing_v1_RefundCallResponse__Output>): grpc.ClientUnaryCall;
  refundCall(argument: _gateway_billing_v1_RefundCallRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_gateway_billing_v1_RefundCallResponse__Output>): grpc.ClientUnaryCall;
  refundCall(argument: _gateway_billing_v1_RefundCallRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_billing_v1_RefundCallResponse__Output>): grpc.ClientUnaryCall;
  refundCall(argument: _gateway_billing_v1_RefundCallRequest, callback: grpc.requestCallback<_gateway_billing_v1_RefundCallResponse__Output>): grpc.ClientUnaryCall;
  
  Release(argument: _gateway_billing_v1_ReleaseRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_billing_v1_ReleaseResponse__Output>): grpc.ClientUnaryCall;
  Release(argument: _gateway_billing_v1_ReleaseRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_gateway_billing_v1_ReleaseResponse__Output>): grpc.ClientUnaryCall;
  Release(argument: _gateway_billing_v1_ReleaseRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_billing_v1_ReleaseResponse__Output>): grpc.ClientUnaryCall;
  Release(argument: _gateway_billing_v1_ReleaseRequest, callback: grpc.requestCallback<_gateway_billing_v1_ReleaseResponse__Output>): grpc.ClientUnaryCall;
  release(argument: _gateway_billing_v1_ReleaseRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_billing_v1_ReleaseResponse__Output>): grpc.ClientUnaryCall;
  release(argument: _gateway_billing_v1_ReleaseRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_gateway_billing_v1_ReleaseResponse__Output>): grpc.ClientUnaryCall;
  release(argument: _gateway_billing_v1_ReleaseRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_billing_v1_ReleaseResponse__Output>): grpc.ClientUnaryCall;
  release(argument: _gateway_billing_v1_ReleaseRequest, callback: grpc.requestCallback<_gateway_billing_v1_ReleaseResponse__Output>): grpc.ClientUnaryCall;
  
  ReleaseAhead(argument: _gateway_billing_v1_ReleaseAheadRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_billing_v1_ReleaseAheadResponse__Output>): grpc.ClientUnaryCall;
  ReleaseAhead(argument: _gateway_billing_v1_ReleaseAheadRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_gateway_billing_v1_ReleaseAheadResponse__Output>): grpc.ClientUnaryCall;
  ReleaseAhead(argument: _gateway_billing_v1_ReleaseAheadRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_billing_v1_ReleaseAheadResponse__Output>): grpc.ClientUnaryCall;
  ReleaseAhead(argument: _gateway_billing_v1_ReleaseAheadRequest, callback: grpc.requestCallback<_gateway_billing_v1_ReleaseAheadResponse__Output>): grpc.ClientUnaryCall;
  releaseAhead(argument: _gateway_billing_v1_ReleaseAheadRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_billing_v1_ReleaseAheadResponse__Output>): grpc.ClientUnaryCall;
  releaseAhead(argument: _gateway_billing_v1_ReleaseAheadRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_gateway_billing_v1_ReleaseAheadResponse__Output>): grpc.ClientUnaryCall;
  releaseAhead(argument: _gateway_billing_v1_ReleaseAheadRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_billing_v1_ReleaseAheadResponse__Output>): grpc.ClientUnaryCall;
  releaseAhead(argument: _gateway_billing_v1_ReleaseAheadRequest, callback: grpc.requestCallback<_gateway_billing_v1_ReleaseAheadResponse__Output>): grpc.ClientUnaryCall;
  
  Reserve(argument: _gateway_billing_v1_ReserveRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_billing_v1_ReserveResponse__Output>): grpc.ClientUnaryCall;
  Reserve(argument: _gateway_billing_v1_ReserveRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_gateway_billing_v1_ReserveResponse__Output>): grpc.ClientUnaryCall;
  Reserve(argument: _gateway_billing_v1_ReserveRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_billing_v1_ReserveResponse__Output>): grpc.ClientUnaryCall;
  Reserve(argument: _gateway_billing_v1_ReserveRequest, callback: grpc.requestCallback<_gateway_billing_v1_ReserveResponse__Output>): grpc.ClientUnaryCall;
  reserve(argument: _gateway_billing_v1_ReserveRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_billing_v1_ReserveResponse__Output>): grpc.ClientUnaryCall;
  reserve(argument: _gateway_billing_v1_ReserveRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_gateway_billing_v1_ReserveResponse__Output>): grpc.ClientUnaryCall;
  reserve(argument: _gateway_billing_v1_ReserveRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_billing_v1_ReserveResponse__Output>): grpc.ClientUnaryCall;
  reserve(argument: _gateway_billing_v1_ReserveRequest, callback: grpc.requestCallback<_gateway_billing_v1_ReserveResponse__Output>): grpc.ClientUnaryCall;
  
  ReserveAhead(argument: _gateway_billing_v1_ReserveAheadRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_billing_v1_ReserveAheadResponse__Output>): grpc.ClientUnaryCall;
  ReserveAhead(argument: _gateway_billing_v1_ReserveAheadRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_gateway_billing_v1_ReserveAheadResponse__Output>): grpc.ClientUnaryCall;
  ReserveAhead(argument: _gateway_billing_v1_ReserveAheadRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_billing_v1_ReserveAheadResponse__Output>): grpc.ClientUnaryCall;
  ReserveAhead(argument: _gateway_billing_v1_ReserveAheadRequest, callback: grpc.requestCallback<_gateway_billing_v1_ReserveAheadResponse__Output>): grpc.ClientUnaryCall;
  reserveAhead(argument: _gateway_billing_v1_ReserveAheadRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_billing_v1_ReserveAheadResponse__Output>): grpc.ClientUnaryCall;
  reserveAhead(argument: _gateway_billing_v1_ReserveAheadRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_gateway_billing_v1_ReserveAheadResponse__Output>): grpc.ClientUnaryCall;
  reserveAhead(argument: _gateway_billing_v1_ReserveAheadRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_billing_v1_ReserveAheadResponse__Output>): grpc.ClientUnaryCall;
  reserveAhead(argument: _gateway_billing_v1_ReserveAheadRequest, callback: grpc.requestCallback<_gateway_billing_v1_ReserveAheadResponse__Output>): grpc.ClientUnaryCall;
  
  ReserveNextStream(metadata: grpc.Metadata, options?: grpc.CallOptions): grpc.ClientDuplexStream<_gateway_billing_v1_ReserveNextStreamRequest, _gateway_billing_v1_ReserveNextStreamResponse__Output>;
  ReserveNextStream(options?: grpc.CallOptions): grpc.ClientDuplexStream<_gateway_billing_v1_ReserveNextStreamRequest, _gateway_billing_v1_ReserveNextStreamResponse__Output>;
  reserveNextStream(metadata: grpc.Metadata, options?: grpc.CallOptions): grpc.ClientDuplexStream<_gateway_billing_v1_ReserveNextStreamRequest, _gateway_billing_v1_ReserveNextStreamResponse__Output>;
  reserveNextStream(options?: grpc.CallOptions): grpc.ClientDuplexStream<_gateway_billing_v1_ReserveNextStreamRequest, _gateway_billing_v1_ReserveNextStreamResponse__Output>;
  
  ReserveStream(metadata: grpc.Metadata, options?: grpc.CallOptions): grpc.ClientDuplexStream<_gateway_billing_v1_ReserveStreamRequest, _gateway_billing_v1_ReserveStreamResponse__Output>;
  ReserveStream(options?: grpc.CallOptions): grpc.ClientDuplexStream<_gateway_billing_v1_ReserveStreamRequest, _gateway_billing_v1_ReserveStreamResponse__Output>;
  reserveStream(metadata: grpc.Metadata, options?: grpc.CallOptions): grpc.ClientDuplexStream<_gateway_billing_v1_ReserveStreamRequest, _gateway_billing_v1_ReserveStreamResponse__Output>;
  reserveStream(options?: grpc.CallOptions): grpc.ClientDuplexStream<_gateway_billing_v1_ReserveStreamRequest, _gateway_billing_v1_ReserveStreamResponse__Output>;
  
  SettleStream(metadata: grpc.Metadata, options?: grpc.CallOptions): grpc.ClientDuplexStream<_gateway_billing_v1_SettleStreamRequest, _gateway_billing_v1_SettleStreamResponse__Output>;
  SettleStream(options?: grpc.CallOptions): grpc.ClientDuplexStream<_gateway_billing_v1_SettleStreamRequest, _gateway_billing_v1_SettleStreamResponse__Output>;
  settleStream(metadata: grpc.Metadata, options?: grpc.CallOptions): grpc.ClientDuplexStream<_gateway_billing_v1_SettleStreamRequest, _gateway_billing_v1_SettleStreamResponse__Output>;
  settleStream(options?: grpc.CallOptions): grpc.ClientDuplexStream<_gateway_billing_v1_SettleStreamRequest, _gateway_billing_v1_SettleStreamResponse__Output>;
  
}

export interface ReservationServiceHandlers extends grpc.UntypedServiceImplementation {
  Capture: grpc.handleUnaryCall<_gateway_billing_v1_CaptureRequest__Output, _gateway_billing_v1_CaptureResponse>;
  
  GetReservation: grpc.handleUnaryCall<_gateway_billing_v1_GetReservationRequest__Output, _gateway_billing_v1_GetReservationResponse>;
  
  ListOpenReservations: grpc.handleUnaryCall<_gateway_billing_v1_ListOpenReservationsRequest__Output, _gateway_billing_v1_ListOpenReservationsResponse>;
  
  Quote: grpc.handleUnaryCall<_gateway_billing_v1_QuoteRequest__Output, _gateway_billing_v1_QuoteResponse>;
  
  RefundCall: grpc.handleUnaryCall<_gateway_billing_v1_RefundCallRequest__Output, _gateway_billing_v1_RefundCallResponse>;
  
  Release: grpc.handleUnaryCall<_gateway_billing_v1_ReleaseRequest__Output, _gateway_billing_v1_ReleaseResponse>;
  
  ReleaseAhead: grpc.handleUnaryCall<_gateway_billing_v1_ReleaseAheadRequest__Output, _gateway_billing_v1_ReleaseAheadResponse>;
  
  Reserve: grpc.handleUnaryCall<_gateway_billing_v1_ReserveRequest__Output, _gateway_billing_v1_ReserveResponse>;
  
  ReserveAhead: grpc.handleUnaryCall<_gateway_billing_v1_ReserveAheadRequest__Output, _gateway_billing_v1_ReserveAheadResponse>;
  
  ReserveNextStream: grpc.handleBidiStreamingCall<_gateway_billing_v1_ReserveNextStreamRequest__Output, _gateway_billing_v1_ReserveNextStreamResponse>;
  
  ReserveStream: grpc.handleBidiStreamingCall<_gateway_billing_v1_ReserveStreamRequest__Output, _gateway_billing_v1_ReserveStreamResponse>;
  
  SettleStream: grpc.handleBidiStreamingCall<_gateway_billing_v1_SettleStreamRequest__Output, _gateway_billing_v1_SettleStreamResponse>;
  
}

export interface ReservationServiceDefinition extends grpc.ServiceDefinition {
  Capture: MethodDefinition<_gateway_billing_v1_CaptureRequest, _gateway_billing_v1_CaptureResponse, _gateway_billing_v1_CaptureRequest__Output, _gateway_billing_v1_CaptureResponse__Output>
  GetReservation: MethodDefinition<_gateway_billing_v1_GetReservationRequest, _gateway_billing_v1_GetReservationResponse, _gateway_billing_v1_GetReservationRequest__Output, _gateway_billing_v1_GetReservationResponse__Output>
  ListOpenReservations: MethodDefinition<_gateway_billing_v1_ListOpenReservationsRequest, _gateway_billing_v1_ListOpenReservationsResponse, _gateway_billing_v1_ListOpenReservationsRequest__Output, _gateway_billing_v1_ListOpenReservationsResponse__Output>
  Quote: MethodDefinition<_gateway_billing_v1_QuoteRequest, _gateway_billing_v1_QuoteResponse, _gateway_billing_v1_QuoteRequest__Output, _gateway_billing_v1_QuoteResponse__Output>
  RefundCall: MethodDefinition<_gateway_billing_v1_RefundCallRequest, _gateway_billing_v1_RefundCallResponse, _gateway_billing_v1_RefundCallRequest__Output, _gateway_billing_v1_RefundCallResponse__Output>
  Release: MethodDefinition<_gateway_billing_v1_ReleaseRequest, _gateway_billing_v1_ReleaseResponse, _gateway_billing_v1_ReleaseRequest__Output, _gateway_billing_v1_ReleaseResponse__Output>
  ReleaseAhead: MethodDefinition<_gateway_billing_v1_ReleaseAheadRequest, _gateway_billing_v1_ReleaseAheadResponse, _gateway_billing_v1_ReleaseAheadRequest__Output, _gateway_billing_v1_ReleaseAheadResponse__Output>
  Reserve: MethodDefinition<_gateway_billing_v1_ReserveRequest, _gateway_billing_v1_ReserveResponse, _gateway_billing_v1_ReserveRequest__Output, _gateway_billing_v1_ReserveResponse__Output>
  ReserveAhead: MethodDefinition<_gateway_billing_v1_ReserveAheadRequest, _gateway_billing_v1_ReserveAheadResponse, _gateway_billing_v1_ReserveAheadRequest__Output, _gateway_billing_v1_ReserveAheadResponse__Output>
  ReserveNextStream: MethodDefinition<_gateway_billing_v1_ReserveNextStreamRequest, _gateway_billing_v1_ReserveNextStreamResponse, _gateway_billing_v1_ReserveNextStreamRequest__Output, _gateway_billing_v1_ReserveNextStreamResponse__Output>
  ReserveStream: MethodDefinition<_gateway_billing_v1_ReserveStreamRequest, _gateway_billing_v1_ReserveStreamResponse, _gateway_billing_v1_ReserveStreamRequest__Output, _gateway_billing_v1_ReserveStreamResponse__Output>
  SettleStream: MethodDefinition<_gateway_billing_v1_SettleStreamRequest, _gateway_billing_v1_SettleStreamResponse, _gateway_billing_v1_SettleStreamRequest__Output, _gateway_billing_v1_SettleStreamResponse__Output>
}
