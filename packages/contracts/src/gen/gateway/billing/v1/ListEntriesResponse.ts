// Original file: ../../proto/gateway/billing/v1/ledger_service.proto

import type { JournalEntry as _gateway_billing_v1_JournalEntry, JournalEntry__Output as _gateway_billing_v1_JournalEntry__Output } from '../../../gateway/billing/v1/JournalEntry.ts';

export interface ListEntriesResponse {
  'entries'?: (_gateway_billing_v1_JournalEntry)[];
  'nextPageToken'?: (string);
}

export interface ListEntriesResponse__Output {
  'entries': (_gateway_billing_v1_JournalEntry__Output)[];
  'nextPageToken': (string);
}
