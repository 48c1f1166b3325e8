// Original file: ../../proto/gateway/billing/v1/reservation_service.proto


export interface ReleaseAheadResponse {
  'releasedCount'?: (number);
}

export interface ReleaseAheadResponse__Output {
  'releasedCount': (number);
}
