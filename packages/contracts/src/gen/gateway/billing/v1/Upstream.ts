// Original file: ../../proto/gateway/billing/v1/reservation_service.proto


export interface Upstream {
  'url'?: (string);
  'credential'?: (string);
  'timeoutMs'?: (number);
  'chargeToolErrors'?: (boolean);
  'chargeAbandoned'?: (boolean);
  'chargeTasksOnAcceptance'?: (boolean);
  'promiseOutputSchema'?: (boolean);
  'promiseFirstByteMs'?: (number);
}

export interface Upstream__Output {
  'url': (string);
  'credential': (string);
  'timeoutMs': (number);
  'chargeToolErrors': (boolean);
  'chargeAbandoned': (boolean);
  'chargeTasksOnAcceptance': (boolean);
  'promiseOutputSchema': (boolean);
  'promiseFirstByteMs': (number);
}
