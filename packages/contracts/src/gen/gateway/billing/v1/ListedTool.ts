// Original file: ../../proto/gateway/billing/v1/catalog_service.proto

import type { Long } from '@grpc/proto-loader';

export interface ListedTool {
  'name'?: (string);
  'title'?: (string);
  'description'?: (string);
  'inputSchemaJson'?: (string);
  'outputSchemaJson'?: (string);
  'priceMicros'?: (number | string | Long);
  '_priceMicros'?: "priceMicros";
}

export interface ListedTool__Output {
  'name': (string);
  'title': (string);
  'description': (string);
  'inputSchemaJson': (string);
  'outputSchemaJson': (string);
  'priceMicros'?: (string);
  '_priceMicros'?: "priceMicros";
}
