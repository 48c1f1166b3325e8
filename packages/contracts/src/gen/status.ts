import type * as grpc from '@grpc/grpc-js';
import type { MessageTypeDefinition } from '@grpc/proto-loader';

import type { Any as _gateway_rpc_v1_Any, Any__Output as _gateway_rpc_v1_Any__Output } from './gateway/rpc/v1/Any.ts';
import type { ErrorInfo as _gateway_rpc_v1_ErrorInfo, ErrorInfo__Output as _gateway_rpc_v1_ErrorInfo__Output } from './gateway/rpc/v1/ErrorInfo.ts';
import type { Refusal as _gateway_rpc_v1_Refusal, Refusal__Output as _gateway_rpc_v1_Refusal__Output } from './gateway/rpc/v1/Refusal.ts';
import type { Status as _gateway_rpc_v1_Status, Status__Output as _gateway_rpc_v1_Status__Output } from './gateway/rpc/v1/Status.ts';

type SubtypeConstructor<Constructor extends new (...args: any) => any, Subtype> = {
  new(...args: ConstructorParameters<Constructor>): Subtype;
};

export interface ProtoGrpcType {
  gateway: {
    rpc: {
      v1: {
        Any: MessageTypeDefinition<_gateway_rpc_v1_Any, _gateway_rpc_v1_Any__Output>
        ErrorInfo: MessageTypeDefinition<_gateway_rpc_v1_ErrorInfo, _gateway_rpc_v1_ErrorInfo__Output>
        Refusal: MessageTypeDefinition<_gateway_rpc_v1_Refusal, _gateway_rpc_v1_Refusal__Output>
        Status: MessageTypeDefinition<_gateway_rpc_v1_Status, _gateway_rpc_v1_Status__Output>
      }
    }
  }
}

