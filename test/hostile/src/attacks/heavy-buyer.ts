import { callTool } from '@mtg/testing/calls'
import type { Attack } from '../attack.ts'
import { nameOf } from '../tools/answers.ts'

const AT_ONCE = 64

/** Paid calls without a pause, on as many connections as it takes to keep everything busy. */
export const heavyBuyer: Attack = {
  name: 'heavy-buyer',
  about: 'paid calls without a pause, on many connections',
  async run({ baseUrl, attacker, victim }, signal, tally) {
    const caller = async () => {
      while (!signal.aborted) {
        const call = { baseUrl, app: victim.mcpApp, credential: attacker.rich.key, tool: 'echo' }
        tally.add(nameOf(await callTool(call)))
      }
    }
    await Promise.all(Array.from({ length: AT_ONCE }, caller))
  },
}
