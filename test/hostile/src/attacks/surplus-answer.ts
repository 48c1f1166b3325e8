import { callTool } from '@mtg/testing'
import { honestAnswerTo, startRawPublisher } from '@mtg/testing/raw-publisher'
import type { Attack } from '../attack.ts'
import { nameOf } from '../tools/answers.ts'
import { repeat } from '../tools/repeat.ts'

/** A publisher that answers once too often on each connection: at once, while nothing is asked, or with the next request. */
export const surplusAnswer: Attack = {
  name: 'surplus-answer',
  about: 'a publisher that answers each request twice',
  async run({ baseUrl, attacker }, signal, tally) {
    await using publisher = await startRawPublisher(attacker.publisherPort)
    publisher.behave(({ connection, index, json }) => {
      const answer = honestAnswerTo(json)
      connection.write(answer)
      if (index % 2 === 1) connection.write(answer)
      else setImmediate(() => connection.write(answer))
    })
    const call = { baseUrl, app: attacker.mcpApp, credential: attacker.rich.key, tool: 'echo', signal }
    await repeat({ perSecond: 80, atOnceMax: 40 }, signal, tally, async turn => {
      const answer = await callTool({ ...call, id: `turn-${turn}` })
      const isOthers = answer.status === 200 && !answer.text.includes(`"turn-${turn}"`)
      tally.add(isOthers ? 'answer of another call' : nameOf(answer))
    })
  },
}
