// Original file: ../../proto/gateway/billing/v1/catalog_admin_service.proto

export const PurchaseStatus = {
  PURCHASE_STATUS_UNSPECIFIED: 'PURCHASE_STATUS_UNSPECIFIED',
  PURCHASE_STATUS_ACTIVE: 'PURCHASE_STATUS_ACTIVE',
  PURCHASE_STATUS_INACTIVE: 'PURCHASE_STATUS_INACTIVE',
  PURCHASE_STATUS_EXPIRED: 'PURCHASE_STATUS_EXPIRED',
  PURCHASE_STATUS_CANCELLED: 'PURCHASE_STATUS_CANCELLED',
} as const;

export type PurchaseStatus =
  | 'PURCHASE_STATUS_UNSPECIFIED'
  | 0
  | 'PURCHASE_STATUS_ACTIVE'
  | 1
  | 'PURCHASE_STATUS_INACTIVE'
  | 2
  | 'PURCHASE_STATUS_EXPIRED'
  | 3
  | 'PURCHASE_STATUS_CANCELLED'
  | 4

export type PurchaseStatus__Output = typeof PurchaseStatus[keyof typeof PurchaseStatus]
