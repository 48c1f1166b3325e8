import { post } from '@mtg/testing/calls'
import type { Attack } from '../attack.ts'
import { nameOf } from '../tools/answers.ts'
import { repeat } from '../tools/repeat.ts'

const headers = { 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'tools/list', 'mcp-name': 'tools/list' }
const start = '{"jsonrpc":"2.0","id":1,"method":"tools/list","params":'
const bodies = [
  '',
  '{',
  `${start}${'['.repeat(100_000)}`,
  `${start}${'{"a":'.repeat(50_000)}`,
  `${start}"${'\\u0061'.repeat(100_000)}`,
  `${start}${'[1,'.repeat(100_000)}`,
  `${start}{"a":${'9'.repeat(500_000)}}`,
]

/** Bodies that are no JSON, some deep, some long, from a buyer with an empty wallet. */
export const badJsonFlood: Attack = {
  name: 'bad-json-flood',
  about: 'bodies that are no JSON: cut off, deep, long',
  run({ baseUrl, attacker, victim }, signal, tally) {
    const path = `/v1-beta/mcp/${victim.mcpApp}`
    return repeat({ perSecond: 60, atOnceMax: 30 }, signal, tally, async turn => {
      const body = bodies[turn % bodies.length] ?? ''
      tally.add(nameOf(await post({ baseUrl, path, headers, body, credential: attacker.poor.key })))
    })
  },
}
