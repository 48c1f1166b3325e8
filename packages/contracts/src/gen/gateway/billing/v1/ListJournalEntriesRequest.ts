// Original file: ../../proto/gateway/billing/v1/wallet_service.proto


export interface ListJournalEntriesRequest {
  'buyerId'?: (string);
  'pageSize'?: (number);
  'pageToken'?: (string);
}

export interface ListJournalEntriesRequest__Output {
  'buyerId': (string);
  'pageSize': (number);
  'pageToken': (string);
}
