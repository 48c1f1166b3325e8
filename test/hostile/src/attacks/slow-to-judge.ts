import { callTool, chat } from '@mtg/testing/calls'
import { rawAnswer, startRawPublisher } from '@mtg/testing/raw-publisher'
import type { Attack } from '../attack.ts'
import { nameOf } from '../tools/answers.ts'
import { repeat } from '../tools/repeat.ts'

const BYTES = 9 * 1024 * 1024
const fill = (unit: string) => unit.repeat(Math.floor(BYTES / unit.length))

/** As much work for each byte as there can be. */
const fillings = [`[${fill('[],')}0]`, `{${fill('"":0,')}"":0}`, `[${fill('1,')}0]`, `"${fill('\\n')}"`]
const keys = Array.from({ length: 400_000 }, (_, index) => `"${index.toString(36)}":0`).join(',')

/** Answers of nine megabytes that take long to judge, and refusals of the same size, from a publisher of the attacker's own. */
export const slowToJudge: Attack = {
  name: 'slow-to-judge',
  about: "a publisher's answers of 9 MB that take long to judge",
  async run({ baseUrl, attacker }, signal, tally) {
    await using publisher = await startRawPublisher(attacker.publisherPort)
    let turn = 0
    publisher.behave(({ connection, json }) => {
      const filling = fillings[turn % fillings.length] ?? ''
      turn += 1
      const result = turn % 3 === 0 ? `{${keys}}` : `{"resultType":"complete","content":${filling}}`
      const rpc = `{"jsonrpc":"2.0","id":${JSON.stringify(json.id ?? '')},"result":${result}}`
      const reply = `{"choices":[{"message":{"content":"x"},"x":${filling}}],"usage":{"total_tokens":1}}`
      const status = turn % 5 === 0 ? '400 Bad Request' : '200 OK'
      connection.write(rawAnswer(json['messages'] === undefined ? rpc : reply, { status }))
    })
    await repeat({ perSecond: 3, atOnceMax: 4 }, signal, tally, async call => {
      const own = { baseUrl, credential: attacker.rich.key, signal }
      const answer =
        call % 3 === 2
          ? chat({ ...own, app: attacker.llmApp })
          : callTool({ ...own, app: attacker.mcpApp, tool: 'echo' })
      tally.add(nameOf(await answer))
    })
  },
}
