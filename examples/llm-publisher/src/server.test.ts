import assert from 'node:assert/strict'
import { test } from 'node:test'
import { generateReply } from './generator.ts'
import { buildLlmPublisher } from './server.ts'

const app = buildLlmPublisher({ upstreamKey: 'secret', tokenDelayMs: 0 })
const question = { model: 'sample', messages: [{ role: 'user', content: 'Hello there' }] }

function ask(body: object, key = 'secret') {
  const headers = { authorization: `Bearer ${key}` }
  return app.inject({ method: 'POST', url: '/v1/chat/completions', headers, payload: body })
}

test('a reply is the same for the same question, says what it is, and counts its tokens', async () => {
  const reply = (await ask(question)).json<{
    choices: { message: { content: string } }[]
    usage: { total_tokens: number }
  }>()
  const content = reply.choices[0]?.message.content ?? ''
  assert.equal(content, generateReply('Hello there'))
  assert.match(content, /without a language model/)
  assert.equal(reply.usage.total_tokens, 2 + content.split(' ').length)
})

test('a streamed reply has the same words, its usage when asked for, and an end', async () => {
  const { body, headers } = await ask({ ...question, stream: true, stream_options: { include_usage: true } })
  assert.match(String(headers['content-type']), /^text\/event-stream/)
  const events = body
    .trim()
    .split('\n\n')
    .map(event => event.replace('data: ', ''))
  assert.equal(events.pop(), '[DONE]')
  const chunks = events.map(
    event => JSON.parse(event) as { choices: { delta: { content?: string } }[]; usage?: object },
  )
  assert.ok(chunks.at(-1)?.usage)
  assert.equal(chunks.map(chunk => chunk.choices[0]?.delta.content ?? '').join(''), generateReply('Hello there'))
})

test('a stream without the wish for usage has none', async () => {
  assert.doesNotMatch((await ask({ ...question, stream: true })).body, /usage/)
})

test('nobody but the gateway is answered', async () => {
  assert.equal((await ask(question, 'guess')).statusCode, 401)
})

test('a request that is none is refused', async () => {
  assert.equal((await ask({ model: 'sample' })).statusCode, 400)
})
