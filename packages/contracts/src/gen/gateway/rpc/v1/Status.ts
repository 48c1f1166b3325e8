// Original file: ../../proto/gateway/rpc/v1/status.proto

import type { Any as _gateway_rpc_v1_Any, Any__Output as _gateway_rpc_v1_Any__Output } from '../../../gateway/rpc/v1/Any.ts';

export interface Status {
  'code'?: (number);
  'message'?: (string);
  'details'?: (_gateway_rpc_v1_Any)[];
}

export interface Status__Output {
  'code': (number);
  'message': (string);
  'details': (_gateway_rpc_v1_Any__Output)[];
}
