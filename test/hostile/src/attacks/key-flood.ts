import { post } from '@mtg/testing/calls'
import type { Attack } from '../attack.ts'
import { nameOf } from '../tools/answers.ts'
import { repeat } from '../tools/repeat.ts'

const BYTES = 1024 * 1024
const headers = { 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'tools/list', 'mcp-name': 'tools/list' }

/** An object's inside of a megabyte, of as many short members as fit. */
function members(): string {
  const all: string[] = []
  for (let size = 0, index = 0; size < BYTES - 256; index += 1) {
    const member = `"${index.toString(36)}":0`
    all.push(member)
    size += member.length + 1
  }
  return all.join(',')
}

const flood = members()
const list = '{"jsonrpc":"2.0","id":1,"method":"tools/list"'
const mcpBodies = [
  `${list},"params":{${flood}}}`,
  `${list},"params":{"_meta":{${flood}}}}`,
  `${list},"params":{"arguments":{${flood}}}}`,
  `${list},${flood}}`,
  `{"jsonrpc":"2.0","method":"notifications/progress","params":{${flood}}}`,
  `{"jsonrpc":"2.0","method":"notifications/progress","params":{"arguments":{${flood}}}}`,
  `${list},"params":{"x":[${'[],'.repeat(BYTES / 3 - 100)}0]}}`,
]
const chatBodies = [
  `{"model":"m","messages":[{"role":"user","content":"",${flood}}]}`,
  `{"model":"m","messages":[${'{"role":"","content":""},'.repeat(BYTES / 25 - 10)}0]}`,
  `{"model":"m","messages":[],"metadata":{${flood}}}`,
]

/** Bodies of a megabyte that have as many keys or values as fit, as requests, notifications and chats. */
export const keyFlood: Attack = {
  name: 'key-flood',
  about: 'a megabyte of short keys a request, from an empty wallet',
  run({ baseUrl, attacker, victim }, signal, tally) {
    const credential = attacker.poor.key
    return repeat({ perSecond: 10, atOnceMax: 10 }, signal, tally, async turn => {
      const isChat = turn % 3 === 2
      const bodies = isChat ? chatBodies : mcpBodies
      const body = bodies[Math.floor(turn / 3 + (turn % 3)) % bodies.length] ?? ''
      const path = isChat ? `/v1-beta/llm/${victim.llmApp}` : `/v1-beta/mcp/${victim.mcpApp}`
      tally.add(nameOf(await post({ baseUrl, path, headers: isChat ? {} : headers, body, credential })))
    })
  },
}
