// Original file: ../../proto/gateway/auth/v1/audit_service.proto


export interface NoteOutcomeRequest {
  'entryId'?: (string);
  'outcome'?: (string);
  'code'?: (string);
  'afterJson'?: (string);
}

export interface NoteOutcomeRequest__Output {
  'entryId': (string);
  'outcome': (string);
  'code': (string);
  'afterJson': (string);
}
