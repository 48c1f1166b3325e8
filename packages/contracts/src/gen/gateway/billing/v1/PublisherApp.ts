// Original file: ../../proto/gateway/billing/v1/publisher_catalog_service.proto

import type { AppEntry as _gateway_billing_v1_AppEntry, AppEntry__Output as _gateway_billing_v1_AppEntry__Output } from '../../../gateway/billing/v1/AppEntry.ts';
import type { OwnTool as _gateway_billing_v1_OwnTool, OwnTool__Output as _gateway_billing_v1_OwnTool__Output } from '../../../gateway/billing/v1/OwnTool.ts';
import type { Timestamp as _google_protobuf_Timestamp, Timestamp__Output as _google_protobuf_Timestamp__Output } from '../../../google/protobuf/Timestamp.ts';
import type { OwnRise as _gateway_billing_v1_OwnRise, OwnRise__Output as _gateway_billing_v1_OwnRise__Output } from '../../../gateway/billing/v1/OwnRise.ts';
import type { Long } from '@grpc/proto-loader';

export interface PublisherApp {
  'entry'?: (_gateway_billing_v1_AppEntry | null);
  'version'?: (number | string | Long);
  'title'?: (string);
  'tools'?: (_gateway_billing_v1_OwnTool)[];
  'probedAt'?: (_google_protobuf_Timestamp | null);
  'announced'?: (_gateway_billing_v1_OwnRise)[];
  'freeBuyerCount'?: (number | string | Long);
  'paidBuyerCount'?: (number | string | Long);
  'createdAt'?: (_google_protobuf_Timestamp | null);
  'updatedAt'?: (_google_protobuf_Timestamp | null);
}

export interface PublisherApp__Output {
  'entry': (_gateway_billing_v1_AppEntry__Output | null);
  'version': (string);
  'title': (string);
  'tools': (_gateway_billing_v1_OwnTool__Output)[];
  'probedAt': (_google_protobuf_Timestamp__Output | null);
  'announced': (_gateway_billing_v1_OwnRise__Output)[];
  'freeBuyerCount': (string);
  'paidBuyerCount': (string);
  'createdAt': (_google_protobuf_Timestamp__Output | null);
  'updatedAt': (_google_protobuf_Timestamp__Output | null);
}
