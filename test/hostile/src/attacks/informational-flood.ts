import { callTool } from '@mtg/testing'
import { honestAnswerTo, startRawPublisher } from '@mtg/testing/raw-publisher'
import type { Attack } from '../attack.ts'
import { nameOf } from '../tools/answers.ts'
import { repeat } from '../tools/repeat.ts'

const HINT = 'HTTP/1.1 103 Early Hints\r\ncontent-type: text/event-stream\r\n\r\n'

/** A publisher that sends informational answers that look like streams: one before its answer, or many and no answer. */
export const informationalFlood: Attack = {
  name: 'informational-flood',
  about: 'a publisher that answers with 103s',
  async run({ baseUrl, attacker }, signal, tally) {
    await using publisher = await startRawPublisher(attacker.publisherPort)
    publisher.behave(({ connection, index, json }) => {
      const isFlood = index % 3 === 2
      connection.write(isFlood ? HINT.repeat(100) : HINT + honestAnswerTo(json))
    })
    const call = { baseUrl, app: attacker.mcpApp, credential: attacker.rich.key, tool: 'echo', signal }
    await repeat({ perSecond: 80, atOnceMax: 40 }, signal, tally, async () => tally.add(nameOf(await callTool(call))))
  },
}
