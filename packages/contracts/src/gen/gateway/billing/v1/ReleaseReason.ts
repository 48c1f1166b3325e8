// Original file: ../../proto/gateway/billing/v1/reservation_service.proto

export const ReleaseReason = {
  RELEASE_REASON_UNSPECIFIED: 'RELEASE_REASON_UNSPECIFIED',
  RELEASE_REASON_NOT_CHARGED: 'RELEASE_REASON_NOT_CHARGED',
  RELEASE_REASON_BUYER_LEFT: 'RELEASE_REASON_BUYER_LEFT',
  RELEASE_REASON_UNDELIVERED: 'RELEASE_REASON_UNDELIVERED',
} as const;

export type ReleaseReason =
  | 'RELEASE_REASON_UNSPECIFIED'
  | 0
  | 'RELEASE_REASON_NOT_CHARGED'
  | 1
  | 'RELEASE_REASON_BUYER_LEFT'
  | 2
  | 'RELEASE_REASON_UNDELIVERED'
  | 3

export type ReleaseReason__Output = typeof ReleaseReason[keyof typeof ReleaseReason]
