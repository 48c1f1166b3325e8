// Original file: ../../proto/gateway/billing/v1/wallet_service.proto

import type { JournalEntry as _gateway_billing_v1_JournalEntry, JournalEntry__Output as _gateway_billing_v1_JournalEntry__Output } from '../../../gateway/billing/v1/JournalEntry.ts';

export interface ListJournalEntriesResponse {
  'entries'?: (_gateway_billing_v1_JournalEntry)[];
  'nextPageToken'?: (string);
}

export interface ListJournalEntriesResponse__Output {
  'entries': (_gateway_billing_v1_JournalEntry__Output)[];
  'nextPageToken': (string);
}
