// Original file: ../../proto/gateway/oauth/v1/document_service.proto

export const DocumentKind = {
  DOCUMENT_KIND_UNSPECIFIED: 'DOCUMENT_KIND_UNSPECIFIED',
  DOCUMENT_KIND_RECEIPT: 'DOCUMENT_KIND_RECEIPT',
  DOCUMENT_KIND_STATEMENT: 'DOCUMENT_KIND_STATEMENT',
} as const;

export type DocumentKind =
  | 'DOCUMENT_KIND_UNSPECIFIED'
  | 0
  | 'DOCUMENT_KIND_RECEIPT'
  | 1
  | 'DOCUMENT_KIND_STATEMENT'
  | 2

export type DocumentKind__Output = typeof DocumentKind[keyof typeof DocumentKind]
