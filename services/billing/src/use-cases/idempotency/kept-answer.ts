import type { Sealer } from '@mtg/runtime'

/** An answer as the buyer got it. */
export interface KeptAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: Buffer
}

/** An answer as it is stored; it can be opened for the same call only. */
export function sealAnswer(sealer: Sealer, callId: string, { status, headers, body }: KeptAnswer): Buffer {
  // One character for each byte: what a publisher sends need not be text.
  return sealer.seal(JSON.stringify({ status, headers, body: body.toString('latin1') }), callId)
}

/** The answer that `sealAnswer` stored. */
export function openAnswer(sealer: Sealer, callId: string, sealed: Buffer): KeptAnswer {
  const { status, headers, body } = JSON.parse(sealer.open(sealed, callId)) as Omit<KeptAnswer, 'body'> & {
    body: string
  }
  return { status, headers, body: Buffer.from(body, 'latin1') }
}
