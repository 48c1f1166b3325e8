// The publisher of bench:edge and bench:peers: answers every tools/call and every chat completion with about 1 KB.
import { createServer } from 'node:net'
import { readFrames } from './frames.ts'

const text = 'x'.repeat(900)
const toolAnswer = answerWith({
  jsonrpc: '2.0',
  id: '1',
  result: { resultType: 'complete', content: [{ type: 'text', text }] },
})
const chatAnswer = answerWith({
  id: 'chatcmpl-1',
  object: 'chat.completion',
  created: 1_700_000_000,
  model: 'bench',
  choices: [{ index: 0, message: { role: 'assistant', content: text }, finish_reason: 'stop' }],
  usage: { prompt_tokens: 225, completion_tokens: 225, total_tokens: 450 },
})
/** Some gateways ask for it by themselves. */
const models = answerWith({ object: 'list', data: [{ id: 'bench', object: 'model', created: 0, owned_by: 'bench' }] })
const CHAT = /^POST \S*\/chat\/completions /
const GET = /^GET /

function answerTo(head: string): string {
  if (CHAT.test(head)) return chatAnswer
  return GET.test(head) ? models : toolAnswer
}

function answerWith(message: object): string {
  const body = JSON.stringify(message)
  return `HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`
}

const server = createServer({ noDelay: true }, socket => {
  const onData = readFrames(head => socket.write(answerTo(head)))
  socket.on('data', onData).on('error', () => socket.destroy())
})
server.listen(Number(process.env.PORT), '127.0.0.1', () => process.send?.('ready'))
