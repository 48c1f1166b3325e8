// Original file: ../../proto/gateway/billing/v1/catalog_admin_service.proto

import type { PublisherEntry as _gateway_billing_v1_PublisherEntry, PublisherEntry__Output as _gateway_billing_v1_PublisherEntry__Output } from '../../../gateway/billing/v1/PublisherEntry.ts';
import type { BuyerAccountEntry as _gateway_billing_v1_BuyerAccountEntry, BuyerAccountEntry__Output as _gateway_billing_v1_BuyerAccountEntry__Output } from '../../../gateway/billing/v1/BuyerAccountEntry.ts';

export interface ApplyCatalogRequest {
  'validateOnly'?: (boolean);
  'publishers'?: (_gateway_billing_v1_PublisherEntry)[];
  'buyers'?: (_gateway_billing_v1_BuyerAccountEntry)[];
}

export interface ApplyCatalogRequest__Output {
  'validateOnly': (boolean);
  'publishers': (_gateway_billing_v1_PublisherEntry__Output)[];
  'buyers': (_gateway_billing_v1_BuyerAccountEntry__Output)[];
}
