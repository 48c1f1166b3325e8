// Original file: ../../proto/gateway/auth/v1/audit_service.proto


export interface NoteOutcomeResponse {
}

export interface NoteOutcomeResponse__Output {
}
