// Original file: ../../proto/gateway/billing/v1/catalog_service.proto

import type { ListedTier as _gateway_billing_v1_ListedTier, ListedTier__Output as _gateway_billing_v1_ListedTier__Output } from '../../../gateway/billing/v1/ListedTier.ts';
import type { ListedTool as _gateway_billing_v1_ListedTool, ListedTool__Output as _gateway_billing_v1_ListedTool__Output } from '../../../gateway/billing/v1/ListedTool.ts';
import type { AnnouncedPrice as _gateway_billing_v1_AnnouncedPrice, AnnouncedPrice__Output as _gateway_billing_v1_AnnouncedPrice__Output } from '../../../gateway/billing/v1/AnnouncedPrice.ts';
import type { Timestamp as _google_protobuf_Timestamp, Timestamp__Output as _google_protobuf_Timestamp__Output } from '../../../google/protobuf/Timestamp.ts';
import type { Long } from '@grpc/proto-loader';

export interface Listing {
  'appId'?: (string);
  'publisher'?: (string);
  'name'?: (string);
  'adapter'?: (string);
  'title'?: (string);
  'description'?: (string);
  'tiers'?: (_gateway_billing_v1_ListedTier)[];
  'toolCount'?: (number);
  'tools'?: (_gateway_billing_v1_ListedTool)[];
  'announcedPrices'?: (_gateway_billing_v1_AnnouncedPrice)[];
  'priceLowMicros'?: (number | string | Long);
  'priceHighMicros'?: (number | string | Long);
  'promisesOutputSchema'?: (boolean);
  'promisedFirstByteMs'?: (number);
  'chargesToolErrors'?: (boolean);
  'chargesAbandoned'?: (boolean);
  'chargesTasksOnAcceptance'?: (boolean);
  'payable'?: (boolean);
  'hasCredential'?: (boolean);
  'createdAt'?: (_google_protobuf_Timestamp | null);
  'updatedAt'?: (_google_protobuf_Timestamp | null);
}

export interface Listing__Output {
  'appId': (string);
  'publisher': (string);
  'name': (string);
  'adapter': (string);
  'title': (string);
  'description': (string);
  'tiers': (_gateway_billing_v1_ListedTier__Output)[];
  'toolCount': (number);
  'tools': (_gateway_billing_v1_ListedTool__Output)[];
  'announcedPrices': (_gateway_billing_v1_AnnouncedPrice__Output)[];
  'priceLowMicros': (string);
  'priceHighMicros': (string);
  'promisesOutputSchema': (boolean);
  'promisedFirstByteMs': (number);
  'chargesToolErrors': (boolean);
  'chargesAbandoned': (boolean);
  'chargesTasksOnAcceptance': (boolean);
  'payable': (boolean);
  'hasCredential': (boolean);
  'createdAt': (_google_protobuf_Timestamp__Output | null);
  'updatedAt': (_google_protobuf_Timestamp__Output | null);
}
