import { callTool, chat } from '@mtg/testing/calls'
import { startRawPublisher } from '@mtg/testing/raw-publisher'
import type { Attack } from '../attack.ts'
import { nameOf } from '../tools/answers.ts'
import { repeat } from '../tools/repeat.ts'

const BYTES = 2 * 1024 * 1024
const HEAD = 'HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\nconnection: close\r\n\r\n'
const fill = (unit: string) => unit.repeat(Math.floor(BYTES / unit.length))

/** Streams with as much work for each byte as there can be: many lines, many events, one event of many lines, one huge line. */
const streams = [
  fill('\r'),
  fill(':\n'),
  fill('a\r'),
  fill('data\n'),
  fill('id\n'),
  fill('data: {"jsonrpc":"2.0","method":"a"}\n\n'),
  fill('data: {}\n\n'),
  `data: {"x":[${fill('[],')}0]}\n\n`,
  `data: "${fill('x')}`,
]

/** Streams of tiny lines, tiny events and huge ones, from a publisher of the attacker's own. */
export const eventFlood: Attack = {
  name: 'event-flood',
  about: "a publisher's streams of tiny lines, tiny events and huge ones",
  async run({ baseUrl, attacker }, signal, tally) {
    await using publisher = await startRawPublisher(attacker.publisherPort)
    let turn = 0
    publisher.behave(({ connection }) => {
      connection.end(HEAD + (streams[turn++ % streams.length] ?? ''))
    })
    await repeat({ perSecond: 4, atOnceMax: 3 }, signal, tally, async call => {
      const own = { baseUrl, credential: attacker.rich.key, signal }
      const answer =
        call % 2 === 1
          ? chat({ ...own, app: attacker.llmApp, body: { stream: true } })
          : callTool({ ...own, app: attacker.mcpApp, tool: 'echo' })
      tally.add(nameOf(await answer))
    })
  },
}
