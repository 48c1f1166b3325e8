import { callTool } from '@mtg/testing'
import type { Attack } from '../attack.ts'
import { nameOf } from '../tools/answers.ts'
import { repeat } from '../tools/repeat.ts'

const AT_ONCE = 128
const longToken = `${'a'.repeat(4000)}.${'b'.repeat(4000)}.${'c'.repeat(190)}`
const longName = 'x'.repeat(14_000)

/** Long tokens and long tool names, hundreds at once: together they are more than one message between services may hold. */
export const oversizedBatch: Attack = {
  name: 'oversized-batch',
  about: 'waves of tokens of 8,192 characters and of tool names of 14 KB',
  run({ baseUrl, attacker, victim }, signal, tally) {
    const call = { baseUrl, app: victim.mcpApp, signal }
    return repeat({ perSecond: 1, atOnceMax: 2 }, signal, tally, async () => {
      const wave = Array.from({ length: AT_ONCE }, (_, index) =>
        index % 4 === 0
          ? callTool({ ...call, credential: attacker.poor.key, tool: longName })
          : callTool({ ...call, credential: longToken, tool: 'echo' }),
      )
      for (const outcome of await Promise.allSettled(wave)) {
        tally.add(outcome.status === 'fulfilled' ? nameOf(outcome.value) : 'cut off')
      }
    })
  },
}
