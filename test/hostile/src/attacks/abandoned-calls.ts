import { setTimeout as sleep } from 'node:timers/promises'
import { callTool } from '@mtg/testing'
import type { Attack } from '../attack.ts'
import { nameOf } from '../tools/answers.ts'
import { repeat } from '../tools/repeat.ts'

const STAYS_MS = 20

/** A buyer who hangs up on the honest publisher before it has answered, again and again. */
export const abandonedCalls: Attack = {
  name: 'abandoned-calls',
  about: "calls of the victim's app whose buyer hangs up before the answer",
  async run({ baseUrl, attacker, victim }, signal, tally) {
    await repeat({ perSecond: 60, atOnceMax: 30 }, signal, tally, async turn => {
      const leaving = new AbortController()
      const call = { baseUrl, app: victim.mcpApp, credential: attacker.rich.key, tool: 'echo', signal: leaving.signal }
      const answer = callTool(call).then(nameOf, () => 'hung up')
      await Promise.race([answer, sleep(turn % STAYS_MS)])
      leaving.abort()
      tally.add(await answer)
    })
  },
}
