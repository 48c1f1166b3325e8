// Original file: ../../proto/gateway/billing/v1/catalog_admin_service.proto

import type { TierEntry as _gateway_billing_v1_TierEntry, TierEntry__Output as _gateway_billing_v1_TierEntry__Output } from '../../../gateway/billing/v1/TierEntry.ts';
import type { ToolPrice as _gateway_billing_v1_ToolPrice, ToolPrice__Output as _gateway_billing_v1_ToolPrice__Output } from '../../../gateway/billing/v1/ToolPrice.ts';

export interface AppEntry {
  'name'?: (string);
  'adapter'?: (string);
  'upstream'?: (string);
  'timeoutMs'?: (number);
  'chargeToolErrors'?: (boolean);
  'tiers'?: (_gateway_billing_v1_TierEntry)[];
  'tools'?: (_gateway_billing_v1_ToolPrice)[];
  'chargeAbandoned'?: (boolean);
  'chargeTasksOnAcceptance'?: (boolean);
  'description'?: (string);
  'unpublished'?: (boolean);
  'promiseOutputSchema'?: (boolean);
  'promiseFirstByteMs'?: (number);
}

export interface AppEntry__Output {
  'name': (string);
  'adapter': (string);
  'upstream': (string);
  'timeoutMs': (number);
  'chargeToolErrors': (boolean);
  'tiers': (_gateway_billing_v1_TierEntry__Output)[];
  'tools': (_gateway_billing_v1_ToolPrice__Output)[];
  'chargeAbandoned': (boolean);
  'chargeTasksOnAcceptance': (boolean);
  'description': (string);
  'unpublished': (boolean);
  'promiseOutputSchema': (boolean);
  'promiseFirstByteMs': (number);
}
