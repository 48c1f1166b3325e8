// Original file: ../../proto/gateway/billing/v1/catalog_admin_service.proto

import type { PurchaseEntry as _gateway_billing_v1_PurchaseEntry, PurchaseEntry__Output as _gateway_billing_v1_PurchaseEntry__Output } from '../../../gateway/billing/v1/PurchaseEntry.ts';
import type { Long } from '@grpc/proto-loader';

export interface BuyerAccountEntry {
  'buyerId'?: (string);
  'email'?: (string);
  'openingBalanceMicros'?: (number | string | Long);
  'purchases'?: (_gateway_billing_v1_PurchaseEntry)[];
}

export interface BuyerAccountEntry__Output {
  'buyerId': (string);
  'email': (string);
  'openingBalanceMicros': (string);
  'purchases': (_gateway_billing_v1_PurchaseEntry__Output)[];
}
