// Original file: ../../proto/gateway/oauth/v1/signing_key_service.proto

export const SigningKeyState = {
  SIGNING_KEY_STATE_UNSPECIFIED: 'SIGNING_KEY_STATE_UNSPECIFIED',
  SIGNING_KEY_STATE_NEXT: 'SIGNING_KEY_STATE_NEXT',
  SIGNING_KEY_STATE_CURRENT: 'SIGNING_KEY_STATE_CURRENT',
  SIGNING_KEY_STATE_RETIRING: 'SIGNING_KEY_STATE_RETIRING',
} as const;

export type SigningKeyState =
  | 'SIGNING_KEY_STATE_UNSPECIFIED'
  | 0
  | 'SIGNING_KEY_STATE_NEXT'
  | 1
  | 'SIGNING_KEY_STATE_CURRENT'
  | 2
  | 'SIGNING_KEY_STATE_RETIRING'
  | 3

export type SigningKeyState__Output = typeof SigningKeyState[keyof typeof SigningKeyState]
