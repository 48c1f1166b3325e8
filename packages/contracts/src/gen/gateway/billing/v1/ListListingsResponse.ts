// Original file: ../../proto/gateway/billing/v1/catalog_service.proto

import type { Listing as _gateway_billing_v1_Listing, Listing__Output as _gateway_billing_v1_Listing__Output } from '../../../gateway/billing/v1/Listing.ts';

export interface ListListingsResponse {
  'listings'?: (_gateway_billing_v1_Listing)[];
  'nextPageToken'?: (string);
}

export interface ListListingsResponse__Output {
  'listings': (_gateway_billing_v1_Listing__Output)[];
  'nextPageToken': (string);
}
