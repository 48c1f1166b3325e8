import { callTool } from '@mtg/testing/calls'
import type { Attack } from '../attack.ts'
import { nameOf } from '../tools/answers.ts'
import { repeat } from '../tools/repeat.ts'

/** Calls that cannot be paid for, and of apps that there are none. */
export const refusedCallsFlood: Attack = {
  name: 'refused-calls-flood',
  about: 'calls from an empty wallet, and of apps that there are none',
  run({ baseUrl, attacker, victim }, signal, tally) {
    return repeat({ perSecond: 400, atOnceMax: 200 }, signal, tally, async turn => {
      const app = turn % 4 === 0 ? `nobody/app-${turn}` : victim.mcpApp
      tally.add(nameOf(await callTool({ baseUrl, app, credential: attacker.poor.key, tool: 'echo', signal })))
    })
  },
}
