import { rawAnswer, startRawPublisher } from '@mtg/testing/raw-publisher'
import type { Attack } from '../attack.ts'
import { callRaw, headOf, mcpHeaders } from '../tools/raw-caller.ts'
import { repeat } from '../tools/repeat.ts'

const TEXT = 'x'.repeat(9_900_000)

/** A publisher answers with 9.9 MB each time, and the buyer, who is its accomplice, reads nothing of it. */
export const largeAnswers: Attack = {
  name: 'large-answers',
  about: 'answers of 9.9 MB, sixty at once, that nobody reads',
  async run({ baseUrl, attacker }, signal, tally) {
    await using publisher = await startRawPublisher(attacker.publisherPort)
    const answer = JSON.stringify({ jsonrpc: '2.0', id: 'x', result: { resultType: 'complete', text: TEXT } })
    const bytes = rawAnswer(answer)
    publisher.behave(({ connection }) => void connection.write(bytes))
    const body = JSON.stringify({
      jsonrpc: '2.0',
      id: 'x',
      method: 'tools/call',
      params: { name: 'big', arguments: {} },
    })
    const headers = { ...mcpHeaders(attacker.rich.key, 'tools/call', 'big'), 'content-length': String(body.length) }
    const text = headOf(`/v1-beta/mcp/${attacker.mcpApp}`, headers) + body
    await repeat({ perSecond: 10, atOnceMax: 60 }, signal, tally, async () => {
      await callRaw({ baseUrl, text, from: '127.0.1.9', reads: false, signal, tally })
    })
  },
}
