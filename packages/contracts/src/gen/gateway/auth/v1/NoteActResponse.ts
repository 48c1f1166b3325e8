// Original file: ../../proto/gateway/auth/v1/audit_service.proto


export interface NoteActResponse {
}

export interface NoteActResponse__Output {
}
