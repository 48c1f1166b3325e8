import { callTool } from '@mtg/testing/calls'
import type { Attack } from '../attack.ts'
import { nameOf } from '../tools/answers.ts'
import { repeat } from '../tools/repeat.ts'

const base64 = (text: string) => Buffer.from(text).toString('base64url')

/** Another guess each time: a key, a token, none at all. */
function guess(turn: number, seed: number): string {
  const mark = `${seed}-${turn}`.padStart(24, '0')
  if (turn % 3 === 0) return `vnb-sk-${mark}`
  if (turn % 3 === 1) {
    return `${base64('{"alg":"RS256","typ":"at+jwt"}')}.${base64(`{"sub":"${mark}"}`)}.${base64(mark)}`
  }
  return ''
}

/** Guessed keys and tokens from the victim's own address. */
export const unknownCredentialFlood: Attack = {
  name: 'unknown-credential-flood',
  about: "guessed keys and tokens, from the victim's own address",
  run({ baseUrl, victim, seed }, signal, tally) {
    return repeat({ perSecond: 600, atOnceMax: 300 }, signal, tally, async turn => {
      const credential = guess(turn, seed)
      const headers = credential === '' ? { authorization: '' } : {}
      tally.add(nameOf(await callTool({ baseUrl, app: victim.mcpApp, credential, headers, tool: 'echo', signal })))
    })
  },
}
