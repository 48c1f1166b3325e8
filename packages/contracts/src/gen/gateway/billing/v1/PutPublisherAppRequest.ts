// Original file: ../../proto/gateway/billing/v1/publisher_catalog_service.proto

import type { AppEntry as _gateway_billing_v1_AppEntry, AppEntry__Output as _gateway_billing_v1_AppEntry__Output } from '../../../gateway/billing/v1/AppEntry.ts';
import type { AppListing as _gateway_billing_v1_AppListing, AppListing__Output as _gateway_billing_v1_AppListing__Output } from '../../../gateway/billing/v1/AppListing.ts';
import type { Long } from '@grpc/proto-loader';

export interface PutPublisherAppRequest {
  'username'?: (string);
  'entry'?: (_gateway_billing_v1_AppEntry | null);
  'title'?: (string);
  'listing'?: (_gateway_billing_v1_AppListing | null);
  'expectedVersion'?: (number | string | Long);
}

export interface PutPublisherAppRequest__Output {
  'username': (string);
  'entry': (_gateway_billing_v1_AppEntry__Output | null);
  'title': (string);
  'listing': (_gateway_billing_v1_AppListing__Output | null);
  'expectedVersion': (string);
}
