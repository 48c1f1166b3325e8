import { post } from '@mtg/testing'
import type { Attack } from '../attack.ts'
import { nameOf } from '../tools/answers.ts'
import { repeat } from '../tools/repeat.ts'

const bodyOf = (model: string) => JSON.stringify({ model, messages: [{ role: 'user', content: 'Hello' }] })
const [huge, small] = [bodyOf('m'.repeat(500_000)), bodyOf('m')]

/** Calls that are refused and leave an observation each, every fourth with a huge name. */
export const usageFlood: Attack = {
  name: 'usage-flood',
  about: 'refused calls with model names of 500 KB, for the usage bus to carry',
  run({ baseUrl, attacker, victim }, signal, tally) {
    const path = `/v1-beta/llm/${victim.llmApp}`
    return repeat({ perSecond: 60, atOnceMax: 20 }, signal, tally, async turn => {
      const body = turn % 4 === 0 ? huge : small
      tally.add(nameOf(await post({ baseUrl, path, body, credential: attacker.poor.key, signal })))
    })
  },
}
