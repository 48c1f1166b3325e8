// Original file: ../../proto/gateway/billing/v1/reservation_service.proto

import type { AheadPlaces as _gateway_billing_v1_AheadPlaces, AheadPlaces__Output as _gateway_billing_v1_AheadPlaces__Output } from '../../../gateway/billing/v1/AheadPlaces.ts';

export interface ReleaseAheadRequest {
  'buyerId'?: (string);
  'callIds'?: (string)[];
  'places'?: (_gateway_billing_v1_AheadPlaces | null);
}

export interface ReleaseAheadRequest__Output {
  'buyerId': (string);
  'callIds': (string)[];
  'places': (_gateway_billing_v1_AheadPlaces__Output | null);
}
