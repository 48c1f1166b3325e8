import { Type } from 'typebox'
import type { Calls } from '../../clients/calls.ts'
import type { Documents } from '../../clients/documents.ts'
import type { Reservations } from '../../clients/reservations.ts'
import { receiptOfCall } from '../../use-cases/receipts/receipt-of-call.ts'
import type { Api } from '../api.ts'
import { buyerIn } from '../authenticate.ts'
import { IdParams } from '../schemas/values.ts'

/** What receipts are made from, and who signs them. */
export interface ReceiptRouteDeps {
  readonly calls: Calls
  readonly reservations: Reservations
  readonly documents: Documents
}

/** A compact JWS, as RFC 7515 names it. */
const JOSE = 'application/jose'

/** What says of itself how a call ended. */
export function receiptRoutes(api: Api, deps: ReceiptRouteDeps): void {
  api.get(
    '/calls/:id/receipt',
    {
      config: { access: 'buyer' },
      schema: {
        operationId: 'getCallReceipt',
        tags: ['Calls'],
        summary: 'What a call cost and how it ended, signed: a compact JWS that the JWKS verifies.',
        description:
          'Header `typ` is `mtg-receipt+jwt`; the payload is `{iss, iat, receipt}`. Its `digests` are null unless the call was charged and its key was made with `digests: true`: then they are SHA-256 of the bodies of request and answer, byte by byte. It is signed when it is asked for, by the key of that moment. A call that is still under way is `call_in_progress`.',
        params: IdParams,
        response: { 200: { description: 'The receipt', content: { [JOSE]: { schema: Type.String() } } } },
      },
    },
    async (request, reply) => {
      const receipt = await receiptOfCall(deps, buyerIn(request), request.params.id)
      return await reply.type(JOSE).send(await deps.documents.sign('receipt', receipt))
    },
  )
}
