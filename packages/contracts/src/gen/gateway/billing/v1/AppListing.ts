// Original file: ../../proto/gateway/billing/v1/publisher_catalog_service.proto

import type { OwnTool as _gateway_billing_v1_OwnTool, OwnTool__Output as _gateway_billing_v1_OwnTool__Output } from '../../../gateway/billing/v1/OwnTool.ts';

export interface AppListing {
  'title'?: (string);
  'description'?: (string);
  'tools'?: (_gateway_billing_v1_OwnTool)[];
}

export interface AppListing__Output {
  'title': (string);
  'description': (string);
  'tools': (_gateway_billing_v1_OwnTool__Output)[];
}
