/** SHA-256 of the bodies of a call: of the request as it came, and of the answer as it was handed over. */
export interface CallDigests {
  readonly request: Buffer
  /** Empty when none was handed over. */
  readonly answer: Buffer
}

const DIGEST = /^[\w-]{43}$/

/** The digests in an event; undefined when there are none, or what is there is none. */
export function digestsIn(event: unknown): CallDigests | undefined {
  if (typeof event !== 'object' || event === null || !('requestDigest' in event)) return undefined
  const request = digestOf(event.requestDigest)
  if (request === undefined) return undefined
  const answer = 'answerDigest' in event ? digestOf(event.answerDigest) : undefined
  return { request, answer: answer ?? Buffer.alloc(0) }
}

function digestOf(text: unknown): Buffer | undefined {
  return typeof text === 'string' && DIGEST.test(text) ? Buffer.from(text, 'base64url') : undefined
}
