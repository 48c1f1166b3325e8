// Original file: ../../proto/gateway/billing/v1/catalog_service.proto

import type { Tier as _gateway_billing_v1_Tier, Tier__Output as _gateway_billing_v1_Tier__Output } from '../../../gateway/billing/v1/Tier.ts';
import type { ListingOrder as _gateway_billing_v1_ListingOrder, ListingOrder__Output as _gateway_billing_v1_ListingOrder__Output } from '../../../gateway/billing/v1/ListingOrder.ts';
import type { Timestamp as _google_protobuf_Timestamp, Timestamp__Output as _google_protobuf_Timestamp__Output } from '../../../google/protobuf/Timestamp.ts';
import type { Long } from '@grpc/proto-loader';

export interface ListListingsRequest {
  'query'?: (string);
  'adapter'?: (string);
  'tier'?: (_gateway_billing_v1_Tier);
  'publisher'?: (string);
  'priceMinMicros'?: (number | string | Long);
  'priceMaxMicros'?: (number | string | Long);
  'order'?: (_gateway_billing_v1_ListingOrder);
  'pageSize'?: (number);
  'pageToken'?: (string);
  'changedSince'?: (_google_protobuf_Timestamp | null);
  '_priceMinMicros'?: "priceMinMicros";
  '_priceMaxMicros'?: "priceMaxMicros";
}

export interface ListListingsRequest__Output {
  'query': (string);
  'adapter': (string);
  'tier': (_gateway_billing_v1_Tier__Output);
  'publisher': (string);
  'priceMinMicros'?: (string);
  'priceMaxMicros'?: (string);
  'order': (_gateway_billing_v1_ListingOrder__Output);
  'pageSize': (number);
  'pageToken': (string);
  'changedSince': (_google_protobuf_Timestamp__Output | null);
  '_priceMinMicros'?: "priceMinMicros";
  '_priceMaxMicros'?: "priceMaxMicros";
}
