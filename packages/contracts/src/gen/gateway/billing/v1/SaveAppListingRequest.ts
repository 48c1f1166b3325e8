// Original file: ../../proto/gateway/billing/v1/publisher_catalog_service.proto

import type { AppListing as _gateway_billing_v1_AppListing, AppListing__Output as _gateway_billing_v1_AppListing__Output } from '../../../gateway/billing/v1/AppListing.ts';

export interface SaveAppListingRequest {
  'username'?: (string);
  'name'?: (string);
  'listing'?: (_gateway_billing_v1_AppListing | null);
}

export interface SaveAppListingRequest__Output {
  'username': (string);
  'name': (string);
  'listing': (_gateway_billing_v1_AppListing__Output | null);
}
