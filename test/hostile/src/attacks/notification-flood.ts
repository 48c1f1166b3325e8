import { post } from '@mtg/testing/calls'
import type { Attack } from '../attack.ts'
import { nameOf } from '../tools/answers.ts'
import { repeat } from '../tools/repeat.ts'

const body = '{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1,"reason":"no reason"}}'

/** Notifications, which cost nothing and want no answer. */
export const notificationFlood: Attack = {
  name: 'notification-flood',
  about: 'notifications from an empty wallet',
  run({ baseUrl, attacker, victim }, signal, tally) {
    const path = `/v1-beta/mcp/${victim.mcpApp}`
    return repeat({ perSecond: 400, atOnceMax: 200 }, signal, tally, async () => {
      tally.add(nameOf(await post({ baseUrl, path, body, credential: attacker.poor.key, signal })))
    })
  },
}
