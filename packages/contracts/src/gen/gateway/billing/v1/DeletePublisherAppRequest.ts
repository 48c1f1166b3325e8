// Original file: ../../proto/gateway/billing/v1/publisher_catalog_service.proto

import type { Long } from '@grpc/proto-loader';

export interface DeletePublisherAppRequest {
  'username'?: (string);
  'name'?: (string);
  'expectedVersion'?: (number | string | Long);
}

export interface DeletePublisherAppRequest__Output {
  'username': (string);
  'name': (string);
  'expectedVersion': (string);
}
