import { type oauth, services } from '@mtg/contracts'
import { appError } from '@mtg/errors'
import { fitsBytes, implement, invalidField } from '@mtg/rpc'
import { OauthError } from '../domain/oauth-error.ts'
import type { DocumentKind, SignDocument } from '../use-cases/signing/document.ts'

const DOCUMENT_BYTES_MAX = 512 * 1024

const KIND_OF: Readonly<Record<oauth.DocumentKind__Output, DocumentKind | undefined>> = {
  DOCUMENT_KIND_UNSPECIFIED: undefined,
  DOCUMENT_KIND_RECEIPT: 'receipt',
  DOCUMENT_KIND_STATEMENT: 'statement',
}

/** DocumentService: receipts and statements. */
export function documentService(signDocument: SignDocument) {
  return implement(services.oauth.DocumentService, {
    SignDocument: async ({ kind, documentJson }) => {
      const known = KIND_OF[kind]
      if (known === undefined) throw invalidField('kind', 'is not known')
      const jws = await signDocument(known, documentOf(documentJson)).catch((thrown: unknown) => {
        throw thrown instanceof OauthError ? appError('internal_error', { cause: thrown }) : thrown
      })
      return { jws }
    },
  })
}

function documentOf(json: string): object {
  if (!fitsBytes(json, DOCUMENT_BYTES_MAX)) {
    throw invalidField('document_json', `must have at most ${DOCUMENT_BYTES_MAX} bytes`)
  }
  const document = parsed(json)
  if (typeof document !== 'object' || document === null || Array.isArray(document)) {
    throw invalidField('document_json', 'must be a JSON object')
  }
  return document
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    throw invalidField('document_json', 'is not JSON')
  }
}
