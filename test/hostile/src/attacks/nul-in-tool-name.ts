import { callTool } from '@mtg/testing'
import type { Attack } from '../attack.ts'
import { nameOf } from '../tools/answers.ts'
import { repeat } from '../tools/repeat.ts'

const names = ['\0', 'echo\u0000', '\u0000'.repeat(200), 'echo\uD800', 'a\u0085b', '\u001B[2J']

/** Tool names that no database can hold, from a buyer with an empty wallet: they once failed every call in their batch. */
export const nulInToolName: Attack = {
  name: 'nul-in-tool-name',
  about: 'control characters and broken ones in tool names',
  run({ baseUrl, attacker, victim }, signal, tally) {
    return repeat({ perSecond: 200, atOnceMax: 50 }, signal, tally, async turn => {
      const tool = names[turn % names.length] ?? ''
      // The header cannot hold them; it is its own mistake that is answered for the body.
      const call = {
        baseUrl,
        app: victim.mcpApp,
        credential: attacker.poor.key,
        tool,
        headers: { 'mcp-name': encoded(tool) },
      }
      tally.add(nameOf(await callTool({ ...call, signal })))
    })
  },
}

const encoded = (name: string) => `=?base64?${Buffer.from(name).toString('base64')}?=`
