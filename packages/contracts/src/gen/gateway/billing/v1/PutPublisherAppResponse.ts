// Original file: ../../proto/gateway/billing/v1/publisher_catalog_service.proto

import type { PublisherApp as _gateway_billing_v1_PublisherApp, PublisherApp__Output as _gateway_billing_v1_PublisherApp__Output } from '../../../gateway/billing/v1/PublisherApp.ts';

export interface PutPublisherAppResponse {
  'app'?: (_gateway_billing_v1_PublisherApp | null);
  'created'?: (boolean);
}

export interface PutPublisherAppResponse__Output {
  'app': (_gateway_billing_v1_PublisherApp__Output | null);
  'created': (boolean);
}
