// Original file: ../../proto/gateway/billing/v1/catalog_admin_service.proto

import type { PublisherSummary as _gateway_billing_v1_PublisherSummary, PublisherSummary__Output as _gateway_billing_v1_PublisherSummary__Output } from '../../../gateway/billing/v1/PublisherSummary.ts';

export interface ListPublishersResponse {
  'publishers'?: (_gateway_billing_v1_PublisherSummary)[];
  'nextPageToken'?: (string);
}

export interface ListPublishersResponse__Output {
  'publishers': (_gateway_billing_v1_PublisherSummary__Output)[];
  'nextPageToken': (string);
}
