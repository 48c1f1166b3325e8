// Original file: ../../proto/gateway/billing/v1/catalog_service.proto

export const ListingOrder = {
  LISTING_ORDER_UNSPECIFIED: 'LISTING_ORDER_UNSPECIFIED',
  LISTING_ORDER_RELEVANCE: 'LISTING_ORDER_RELEVANCE',
  LISTING_ORDER_NAME: 'LISTING_ORDER_NAME',
  LISTING_ORDER_PRICE: 'LISTING_ORDER_PRICE',
  LISTING_ORDER_NEWEST: 'LISTING_ORDER_NEWEST',
} as const;

export type ListingOrder =
  | 'LISTING_ORDER_UNSPECIFIED'
  | 0
  | 'LISTING_ORDER_RELEVANCE'
  | 1
  | 'LISTING_ORDER_NAME'
  | 2
  | 'LISTING_ORDER_PRICE'
  | 3
  | 'LISTING_ORDER_NEWEST'
  | 4

export type ListingOrder__Output = typeof ListingOrder[keyof typeof ListingOrder]
