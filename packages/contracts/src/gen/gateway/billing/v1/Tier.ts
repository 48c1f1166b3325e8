// Original file: ../../proto/gateway/billing/v1/reservation_service.proto

export const Tier = {
  TIER_UNSPECIFIED: 'TIER_UNSPECIFIED',
  TIER_FREE: 'TIER_FREE',
  TIER_PAID: 'TIER_PAID',
} as const;

export type Tier =
  | 'TIER_UNSPECIFIED'
  | 0
  | 'TIER_FREE'
  | 1
  | 'TIER_PAID'
  | 2

export type Tier__Output = typeof Tier[keyof typeof Tier]
