import { services } from '@mtg/contracts'
import { createClient } from '@mtg/rpc'
import type { ServiceOptions } from './auth.ts'

/** Signs what people may show to others. */
export interface Documents {
  /** A compact JWS over the document, of a type of its own. */
  sign(kind: 'receipt' | 'statement', document: object): Promise<string>
  close(): void
}

/** Opens the connection to oauth-server, which has the keys. */
export function openDocuments({ address, token, timeoutMs }: ServiceOptions): Documents {
  const client = createClient(services.oauth.DocumentService, { address, token })
  return {
    async sign(kind, document) {
      const request = { kind: WIRE_KIND_OF[kind], documentJson: JSON.stringify(document) }
      return (await client.SignDocument(request, { timeoutMs })).jws
    },
    close: () => client.close(),
  }
}

const WIRE_KIND_OF = { receipt: 'DOCUMENT_KIND_RECEIPT', statement: 'DOCUMENT_KIND_STATEMENT' } as const
