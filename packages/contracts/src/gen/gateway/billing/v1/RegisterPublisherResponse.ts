// Original file: ../../proto/gateway/billing/v1/publisher_catalog_service.proto

import type { PublisherProfile as _gateway_billing_v1_PublisherProfile, PublisherProfile__Output as _gateway_billing_v1_PublisherProfile__Output } from '../../../gateway/billing/v1/PublisherProfile.ts';

export interface RegisterPublisherResponse {
  'publisher'?: (_gateway_billing_v1_PublisherProfile | null);
}

export interface RegisterPublisherResponse__Output {
  'publisher': (_gateway_billing_v1_PublisherProfile__Output | null);
}
