// Original file: ../../proto/gateway/auth/v1/person_service.proto

import type * as grpc from '@grpc/grpc-js'
import type { MethodDefinition } from '@grpc/proto-loader'
import type { ChangePasswordRequest as _gateway_auth_v1_ChangePasswordRequest, ChangePasswordRequest__Output as _gateway_auth_v1_ChangePasswordRequest__Output } from '../../../gateway/auth/v1/ChangePasswordRequest.ts';
import type { ChangePasswordResponse as _gateway_auth_v1_ChangePasswordResponse, ChangePasswordResponse__Output as _gateway_auth_v1_ChangePasswordResponse__Output } from '../../../gateway/auth/v1/ChangePasswordResponse.ts';
import type { ClaimPublisherRequest as _gateway_auth_v1_ClaimPublisherRequest, ClaimPublisherRequest__Output as _gateway_auth_v1_ClaimPublisherRequest__Output } from '../../../gateway/auth/v1/ClaimPublisherRequest.ts';
import type { ClaimPublisherResponse as _gateway_auth_v1_ClaimPublisherResponse, ClaimPublisherResponse__Output as _gateway_auth_v1_ClaimPublisherResponse__Output } from '../../../gateway/auth/v1/ClaimPublisherResponse.ts';
import type { FindEmailRequest as _gateway_auth_v1_FindEmailRequest, FindEmailRequest__Output as _gateway_auth_v1_FindEmailRequest__Output } from '../../../gateway/auth/v1/FindEmailRequest.ts';
import type { FindEmailResponse as _gateway_auth_v1_FindEmailResponse, FindEmailResponse__Output as _gateway_auth_v1_FindEmailResponse__Output } from '../../../gateway/auth/v1/FindEmailResponse.ts';
import type { GetAccountRequest as _gateway_auth_v1_GetAccountRequest, GetAccountRequest__Output as _gateway_auth_v1_GetAccountRequest__Output } from '../../../gateway/auth/v1/GetAccountRequest.ts';
import type { GetAccountResponse as _gateway_auth_v1_GetAccountResponse, GetAccountResponse__Output as _gateway_auth_v1_GetAccountResponse__Output } from '../../../gateway/auth/v1/GetAccountResponse.ts';
import type { LogInRequest as _gateway_auth_v1_LogInRequest, LogInRequest__Output as _gateway_auth_v1_LogInRequest__Output } from '../../../gateway/auth/v1/LogInRequest.ts';
import type { LogInResponse as _gateway_auth_v1_LogInResponse, LogInResponse__Output as _gateway_auth_v1_LogInResponse__Output } from '../../../gateway/auth/v1/LogInResponse.ts';
import type { ResetPasswordRequest as _gateway_auth_v1_ResetPasswordRequest, ResetPasswordRequest__Output as _gateway_auth_v1_ResetPasswordRequest__Output } from '../../../gateway/auth/v1/ResetPasswordRequest.ts';
import type { ResetPasswordResponse as _gateway_auth_v1_ResetPasswordResponse, ResetPasswordResponse__Output as _gateway_auth_v1_ResetPasswordResponse__Output } from '../../../gateway/auth/v1/ResetPasswordResponse.ts';
import type { SignUpRequest as _gateway_auth_v1_SignUpRequest, SignUpRequest__Output as _gateway_auth_v1_SignUpRequest__Output } from '../../../gateway/auth/v1/SignUpRequest.ts';
import type { SignUpResponse as _gateway_auth_v1_SignUpResponse, SignUpResponse__Output as _gateway_auth_v1_SignUpResponse__Output } from '../../../gateway/auth/v1/SignUpResponse.ts';
import type { VerifyEmailRequest as _gateway_auth_v1_VerifyEmailRequest, VerifyEmailRequest__Output as _gateway_auth_v1_VerifyEmailRequest__Output } from '../../../gateway/auth/v1/VerifyEmailRequest.ts';
import type { VerifyEmailResponse as _gateway_auth_v1_VerifyEmailResponse, VerifyEmailResponse__Output as _gateway_auth_v1_VerifyEmailResponse__Output } from '../../../gateway/auth/v1/VerifyEmailResponse.ts';

export interface PersonServiceClient extends grpc.Client {
  ChangePassword(argument: _gateway_auth_v1_ChangePasswordRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_auth_v1_ChangePasswordResponse__Output>): grpc.ClientUnaryCall;
  ChangePassword(argument: _gateway_auth_v1_ChangePasswordRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_gateway_auth_v1_ChangePasswordResponse__Output>): grpc.ClientUnaryCall;
  ChangePassword(argument: _gateway_auth_v1_ChangePasswordRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_auth_v1_ChangePasswordResponse__Output>): grpc.ClientUnaryCall;
  ChangePassword(argument: _gateway_auth_v1_ChangePasswordRequest, callback: grpc.requestCallback<_gateway_auth_v1_ChangePasswordResponse__Output>): grpc.ClientUnaryCall;
  changePassword(argument: _gateway_auth_v1_ChangePasswordRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_auth_v1_ChangePasswordResponse__Output>): grpc.ClientUnaryCall;
  changePassword(argument: _gateway_auth_v1_ChangePasswordRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_gateway_auth_v1_ChangePasswordResponse__Output>): grpc.ClientUnaryCall;
  changePassword(argument: _gateway_auth_v1_ChangePasswordRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_auth_v1_ChangePasswordResponse__Output>): grpc.ClientUnaryCall;
  changePassword(argument: _gateway_auth_v1_ChangePasswordRequest, callback: grpc.requestCallback<_gateway_auth_v1_ChangePasswordResponse__Output>): grpc.ClientUnaryCall;
  
  ClaimPublisher(argument: _gateway_auth_v1_ClaimPublisherRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_auth_v1_ClaimPublisherResponse__Output>): grpc.ClientUnaryCall;
  ClaimPublisher(argument: _gateway_auth_v1_ClaimPublisherRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_gateway_auth_v1_ClaimPublisherResponse__Output>): grpc.ClientUnaryCall;
  ClaimPublisher(argument: _gateway_auth_v1_ClaimPublisherRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_auth_v1_ClaimPublisherResponse__Output>): grpc.ClientUnaryCall;
  ClaimPublisher(argument: _gateway_auth_v1_ClaimPublisherRequest, callback: grpc.requestCallback<_gateway_auth_v1_ClaimPublisherResponse__Output>): grpc.ClientUnaryCall;
  claimPublisher(argument: _gateway_auth_v1_ClaimPublisherRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_auth_v1_ClaimPublisherResponse__Output>): grpc.ClientUnaryCall;
  claimPublisher(argument: _gateway_auth_v1_ClaimPublisherRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_gateway_auth_v1_ClaimPublisherResponse__Output>): grpc.ClientUnaryCall;
  claimPublisher(argument: _gateway_auth_v1_ClaimPublisherRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_auth_v1_ClaimPublisherResponse__Output>): grpc.ClientUnaryCall;
  claimPublisher(argument: _gateway_auth_v1_ClaimPublisherRequest, callback: grpc.requestCallback<_gateway_auth_v1_ClaimPublisherResponse__Output>): grpc.ClientUnaryCall;
  
  FindEmail(argument: _gateway_auth_v1_FindEmailRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_auth_v1_FindEmailResponse__Output>): grpc.ClientUnaryCall;
  FindEmail(argument: _gateway_auth_v1_FindEmailRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_gateway_auth_v1_FindEmailResponse__Output>): grpc.ClientUnaryCall;
  FindEmail(argument: _gateway_auth_v1_FindEmailRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_auth_v1_FindEmailResponse__Output>): grpc.ClientUnaryCall;
  FindEmail(argument: _gateway_auth_v1_FindEmailRequest, callback: grpc.requestCallback<_gateway_auth_v1_FindEmailResponse__Output>): grpc.ClientUnaryCall;
  findEmail(argument: _gateway_auth_v1_FindEmailRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_auth_v1_FindEmailResponse__Output>): grpc.ClientUnaryCall;
  findEmail(argument: _gateway_auth_v1_FindEmailRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_gateway_auth_v1_FindEmailResponse__Output>): grpc.ClientUnaryCall;
  findEmail(argument: _gateway_auth_v1_FindEmailRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_auth_v1_FindEmailResponse__Output>): grpc.ClientUnaryCall;
  findEmail(argument: _gateway_auth_v1_FindEmailRequest, callback: grpc.requestCallback<_gateway_auth_v1_FindEmailResponse__Output>): grpc.ClientUnaryCall;
  
  GetAccount(argument: _gateway_auth_v1_GetAccountRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_auth_v1_GetAccountResponse__Output>): grpc.ClientUnaryCall;
  GetAccount(argument: _gateway_auth_v1_GetAccountRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_gateway_auth_v1_GetAccountResponse__Output>): grpc.ClientUnaryCall;
  GetAccount(argument: _gateway_auth_v1_GetAccountRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_auth_v1_GetAccountResponse__Output>): grpc.ClientUnaryCall;
  GetAccount(argument: _gateway_auth_v1_GetAccountRequest, callback: grpc.requestCallback<_gateway_auth_v1_GetAccountResponse__Output>): grpc.ClientUnaryCall;
  getAccount(argument: _gateway_auth_v1_GetAccountRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_auth_v1_GetAccountResponse__Output>): grpc.ClientUnaryCall;
  getAccount(argument: _gateway_auth_v1_GetAccountRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_gateway_auth_v1_GetAccountResponse__Output>): grpc.ClientUnaryCall;
  getAccount(argument: _gateway_auth_v1_GetAccountRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_auth_v1_GetAccountResponse__Output>): grpc.ClientUnaryCall;
  getAccount(argument: _gateway_auth_v1_GetAccountRequest, callback: grpc.requestCallback<_gateway_auth_v1_GetAccountResponse__Output>): grpc.ClientUnaryCall;
  
  LogIn(argument: _gateway_auth_v1_LogInRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_auth_v1_LogInResponse__Output>): grpc.ClientUnaryCall;
  LogIn(argument: _gateway_auth_v1_LogInRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_gateway_auth_v1_LogInResponse__Output>): grpc.ClientUnaryCall;
  LogIn(argument: _gateway_auth_v1_LogInRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_auth_v1_LogInResponse__Output>): grpc.ClientUnaryCall;
  LogIn(argument: _gateway_auth_v1_LogInRequest, callback: grpc.requestCallback<_gateway_auth_v1_LogInResponse__Output>): grpc.ClientUnaryCall;
  logIn(argument: _gateway_auth_v1_LogInRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_auth_v1_LogInResponse__Output>): grpc.ClientUnaryCall;
  logIn(argument: _gateway_auth_v1_LogInRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_gateway_auth_v1_LogInResponse__Output>): grpc.ClientUnaryCall;
  logIn(argument: _gateway_auth_v1_LogInRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_auth_v1_LogInResponse__Output>): grpc.ClientUnaryCall;
  logIn(argument: _gateway_auth_v1_LogInRequest, callback: grpc.requestCallback<_gateway_auth_v1_LogInResponse__Output>): grpc.ClientUnaryCall;
  
  ResetPassword(argument: _gateway_auth_v1_ResetPasswordRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_auth_v1_ResetPasswordResponse__Output>): grpc.ClientUnaryCall;
  ResetPassword(argument: _gateway_auth_v1_ResetPasswordRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_gateway_auth_v1_ResetPasswordResponse__Output>): grpc.ClientUnaryCall;
  ResetPassword(argument: _gateway_auth_v1_ResetPasswordRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_auth_v1_ResetPasswordResponse__Output>): grpc.ClientUnaryCall;
  ResetPassword(argument: _gateway_auth_v1_ResetPasswordRequest, callback: grpc.requestCallback<_gateway_auth_v1_ResetPasswordResponse__Output>): grpc.ClientUnaryCall;
  resetPassword(argument: _gateway_auth_v1_ResetPasswordRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_auth_v1_ResetPasswordResponse__Output>): grpc.ClientUnaryCall;
  resetPassword(argument: _gateway_auth_v1_ResetPasswordRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_gateway_auth_v1_ResetPasswordResponse__Output>): grpc.ClientUnaryCall;
  resetPassword(argument: _gateway_auth_v1_ResetPasswordRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_auth_v1_ResetPasswordResponse__Output>): grpc.ClientUnaryCall;
  resetPassword(argument: _gateway_auth_v1_ResetPasswordRequest, callback: grpc.requestCallback<_gateway_auth_v1_ResetPasswordResponse__Output>): grpc.ClientUnaryCall;
  
  SignUp(argument: _gateway_auth_v1_SignUpRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_auth_v1_SignUpResponse__Output>): grpc.ClientUnaryCall;
  SignUp(argument: _gateway_auth_v1_SignUpRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_gateway_auth_v1_SignUpResponse__Output>): grpc.ClientUnaryCall;
  SignUp(argument: _gateway_auth_v1_SignUpRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_auth_v1_SignUpResponse__Output>): grpc.ClientUnaryCall;
  SignUp(argument: _gateway_auth_v1_SignUpRequest, callback: grpc.requestCallback<_gateway_auth_v1_SignUpResponse__Output>): grpc.ClientUnaryCall;
  signUp(argument: _gateway_auth_v1_SignUpRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_auth_v1_SignUpResponse__Output>): grpc.ClientUnaryCall;
  signUp(argument: _gateway_auth_v1_SignUpRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_gateway_auth_v1_SignUpResponse__Output>): grpc.ClientUnaryCall;
  signUp(argument: _gateway_auth_v1_SignUpRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_auth_v1_SignUpResponse__Output>): grpc.ClientUnaryCall;
  signUp(argument: _gateway_auth_v1_SignUpRequest, callback: grpc.requestCallback<_gateway_auth_v1_SignUpResponse__Output>): grpc.ClientUnaryCall;
  
  VerifyEmail(argument: _gateway_auth_v1_VerifyEmailRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_auth_v1_VerifyEmailResponse__Output>): grpc.ClientUnaryCall;
  VerifyEmail(argument: _gateway_auth_v1_VerifyEmailRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_gateway_auth_v1_VerifyEmailResponse__Output>): grpc.ClientUnaryCall;
  VerifyEmail(argument: _gateway_auth_v1_VerifyEmailRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_auth_v1_VerifyEmailResponse__Output>): grpc.ClientUnaryCall;
  VerifyEmail(argument: _gateway_auth_v1_VerifyEmailRequest, callback: grpc.requestCallback<_gateway_auth_v1_VerifyEmailResponse__Output>): grpc.ClientUnaryCall;
  verifyEmail(argument: _gateway_auth_v1_VerifyEmailRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_auth_v1_VerifyEmailResponse__Output>): grpc.ClientUnaryCall;
  verifyEmail(argument: _gateway_auth_v1_VerifyEmailRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_gateway_auth_v1_VerifyEmailResponse__Output>): grpc.ClientUnaryCall;
  verifyEmail(argument: _gateway_auth_v1_VerifyEmailRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_gateway_auth_v1_VerifyEmailResponse__Output>): grpc.ClientUnaryCall;
  verifyEmail(argument: _gateway_auth_v1_VerifyEmailRequest, callback: grpc.requestCallback<_gateway_auth_v1_VerifyEmailResponse__Output>): grpc.ClientUnaryCall;
  
}

export interface PersonServiceHandlers extends grpc.UntypedServiceImplementation {
  ChangePassword: grpc.handleUnaryCall<_gateway_auth_v1_ChangePasswordRequest__Output, _gateway_auth_v1_ChangePasswordResponse>;
  
  ClaimPublisher: grpc.handleUnaryCall<_gateway_auth_v1_ClaimPublisherRequest__Output, _gateway_auth_v1_ClaimPublisherResponse>;
  
  FindEmail: grpc.handleUnaryCall<_gateway_auth_v1_FindEmailRequest__Output, _gateway_auth_v1_FindEmailResponse>;
  
  GetAccount: grpc.handleUnaryCall<_gateway_auth_v1_GetAccountRequest__Output, _gateway_auth_v1_GetAccountResponse>;
  
  LogIn: grpc.handleUnaryCall<_gateway_auth_v1_LogInRequest__Output, _gateway_auth_v1_LogInResponse>;
  
  ResetPassword: grpc.handleUnaryCall<_gateway_auth_v1_ResetPasswordRequest__Output, _gateway_auth_v1_ResetPasswordResponse>;
  
  SignUp: grpc.handleUnaryCall<_gateway_auth_v1_SignUpRequest__Output, _gateway_auth_v1_SignUpResponse>;
  
  VerifyEmail: grpc.handleUnaryCall<_gateway_auth_v1_VerifyEmailRequest__Output, _gateway_auth_v1_VerifyEmailResponse>;
  
}

export interface PersonServiceDefinition extends grpc.ServiceDefinition {
  ChangePassword: MethodDefinition<_gateway_auth_v1_ChangePasswordRequest, _gateway_auth_v1_ChangePasswordResponse, _gateway_auth_v1_ChangePasswordRequest__Output, _gateway_auth_v1_ChangePasswordResponse__Output>
  ClaimPublisher: MethodDefinition<_gateway_auth_v1_ClaimPublisherRequest, _gateway_auth_v1_ClaimPublisherResponse, _gateway_auth_v1_ClaimPublisherRequest__Output, _gateway_auth_v1_ClaimPublisherResponse__Output>
  FindEmail: MethodDefinition<_gateway_auth_v1_FindEmailRequest, _gateway_auth_v1_FindEmailResponse, _gateway_auth_v1_FindEmailRequest__Output, _gateway_auth_v1_FindEmailResponse__Output>
  GetAccount: MethodDefinition<_gateway_auth_v1_GetAccountRequest, _gateway_auth_v1_GetAccountResponse, _gateway_auth_v1_GetAccountRequest__Output, _gateway_auth_v1_GetAccountResponse__Output>
  LogIn: MethodDefinition<_gateway_auth_v1_LogInRequest, _gateway_auth_v1_LogInResponse, _gateway_auth_v1_LogInRequest__Output, _gateway_auth_v1_LogInResponse__Output>
  ResetPassword: MethodDefinition<_gateway_auth_v1_ResetPasswordRequest, _gateway_auth_v1_ResetPasswordResponse, _gateway_auth_v1_ResetPasswordRequest__Output, _gateway_auth_v1_ResetPasswordResponse__Output>
  SignUp: MethodDefinition<_gateway_auth_v1_SignUpRequest, _gateway_auth_v1_SignUpResponse, _gateway_auth_v1_SignUpRequest__Output, _gateway_auth_v1_SignUpResponse__Output>
  VerifyEmail: MethodDefinition<_gateway_auth_v1_VerifyEmailRequest, _gateway_auth_v1_VerifyEmailResponse, _gateway_auth_v1_VerifyEmailRequest__Output, _gateway_auth_v1_VerifyEmailResponse__Output>
}
