// Original file: ../../proto/gateway/billing/v1/reservation_service.proto

import type { ListedPrice as _gateway_billing_v1_ListedPrice, ListedPrice__Output as _gateway_billing_v1_ListedPrice__Output } from '../../../gateway/billing/v1/ListedPrice.ts';
import type { ListedRise as _gateway_billing_v1_ListedRise, ListedRise__Output as _gateway_billing_v1_ListedRise__Output } from '../../../gateway/billing/v1/ListedRise.ts';
import type { MeterReading as _gateway_billing_v1_MeterReading, MeterReading__Output as _gateway_billing_v1_MeterReading__Output } from '../../../gateway/billing/v1/MeterReading.ts';
import type { Long } from '@grpc/proto-loader';

export interface PriceList {
  'priceMicros'?: (number | string | Long);
  'tools'?: (_gateway_billing_v1_ListedPrice)[];
  'rises'?: (_gateway_billing_v1_ListedRise)[];
  'meter'?: (_gateway_billing_v1_MeterReading | null);
}

export interface PriceList__Output {
  'priceMicros': (string);
  'tools': (_gateway_billing_v1_ListedPrice__Output)[];
  'rises': (_gateway_billing_v1_ListedRise__Output)[];
  'meter': (_gateway_billing_v1_MeterReading__Output | null);
}
