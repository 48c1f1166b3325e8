// Original file: ../../proto/gateway/billing/v1/catalog_admin_service.proto

import type { AppEntry as _gateway_billing_v1_AppEntry, AppEntry__Output as _gateway_billing_v1_AppEntry__Output } from '../../../gateway/billing/v1/AppEntry.ts';

export interface PublisherEntry {
  'username'?: (string);
  'suspended'?: (boolean);
  'payoutConnected'?: (boolean);
  'apiKey'?: (string);
  'apps'?: (_gateway_billing_v1_AppEntry)[];
}

export interface PublisherEntry__Output {
  'username': (string);
  'suspended': (boolean);
  'payoutConnected': (boolean);
  'apiKey': (string);
  'apps': (_gateway_billing_v1_AppEntry__Output)[];
}
