import type { Sealer } from '@mtg/runtime'

/** An answer as the buyer got it. */
export interface KeptAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: Buffer
}

interface SealedAnswer extends Omit<KeptAnswer, 'body'> {
  readonly body: string
}

/** An answer as it is stored; it can be opened for the same call only. */
export function sealAnswer(sealer: Sealer, callId: string, { status, headers, body }: KeptAnswer): Buffer {
  // One character for each byte: what a publisher sends need not be text.
  return sealer.seal(JSON.stringify({ status, headers, body: body.toString('latin1') }), callId)
}

/** The answer that `sealAnswer` stored. */
export function openAnswer(sealer: Sealer, callId: string, sealed: Buffer): KeptAnswer {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the seal says that `sealAnswer` wrote it
  const { status, headers, body } = JSON.parse(sealer.open(sealed, callId)) as SealedAnswer
  return { status, headers, body: Buffer.from(body, 'latin1') }
}
