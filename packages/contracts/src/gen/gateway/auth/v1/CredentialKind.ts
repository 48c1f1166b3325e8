// Original file: ../../proto/gateway/auth/v1/auth_service.proto

export const CredentialKind = {
  CREDENTIAL_KIND_UNSPECIFIED: 'CREDENTIAL_KIND_UNSPECIFIED',
  CREDENTIAL_KIND_API_KEY: 'CREDENTIAL_KIND_API_KEY',
  CREDENTIAL_KIND_ACCESS_TOKEN: 'CREDENTIAL_KIND_ACCESS_TOKEN',
} as const;

export type CredentialKind =
  | 'CREDENTIAL_KIND_UNSPECIFIED'
  | 0
  | 'CREDENTIAL_KIND_API_KEY'
  | 1
  | 'CREDENTIAL_KIND_ACCESS_TOKEN'
  | 2

export type CredentialKind__Output = typeof CredentialKind[keyof typeof CredentialKind]
