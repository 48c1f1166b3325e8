import assert from 'node:assert/strict'
import { test } from 'node:test'
import { AppError } from '@mtg/errors'
import { atOnce, defaultLimits } from '../../../test/adapters.ts'
import type { Call, StreamJudge } from '../adapter.ts'
import type { MessageLimitName } from '../message-limits.ts'
import { llmAdapter } from './adapter.ts'

const TERMS = { chargeToolErrors: false }
const chat = { model: 'm', messages: [{ role: 'user', content: 'hi' }] }

function parse(body: unknown): Call {
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  const parsed = atOnce(llmAdapter.parse({}, Buffer.from(text), defaultLimits()))
  assert.equal(parsed.kind, 'call')
  return parsed
}

test('requests that are not text chat completions are refused', async t => {
  const image = [{ type: 'image_url', image_url: { url: 'http://x' } }]
  const cases: [name: string, body: unknown][] = [
    ['no model', { messages: chat.messages }],
    ['an empty model', { ...chat, model: '' }],
    ['no messages', { model: 'm' }],
    ['empty messages', { ...chat, messages: [] }],
    ['messages that are no array', { ...chat, messages: {} }],
    ['a message without role', { ...chat, messages: [{ content: 'x' }] }],
    ['an image part', { ...chat, messages: [{ role: 'user', content: image }] }],
    ['null as message', { ...chat, messages: [null] }],
    ['a stream flag that is no boolean', { ...chat, stream: 'yes' }],
    ['stream_options that are no object', { ...chat, stream: true, stream_options: 1 }],
    ['no JSON', '{'],
    ['an array', []],
    ['model twice', '{"model":"a","model":"b","messages":[{"role":"user","content":"x"}]}'],
  ]
  for (const [name, body] of cases) {
    await t.test(name, () => assert.throws(() => parse(body), { code: 'invalid_request' }))
  }
})

test('a plain request is forwarded byte for byte', () => {
  const text = `{ "temperature":0.5, "model":"m","messages":[{"role":"user","content":"h\\u00e9"}] ,"stream":false}`
  assert.equal(parse(text).upstream.body.toString(), text)
})

test('a streamed request asks for the usage, and nothing else changes', async t => {
  const cases: [name: string, options: unknown, expected: unknown][] = [
    ['no stream_options', undefined, { include_usage: true }],
    ['null', null, { include_usage: true }],
    ['empty', {}, { include_usage: true }],
    ['others', { x: 1 }, { include_usage: true, x: 1 }],
    ['false', { include_usage: false, x: 1 }, { include_usage: true, x: 1 }],
    ['true', { include_usage: true }, { include_usage: true }],
  ]
  for (const [name, options, expected] of cases) {
    await t.test(name, () => {
      const request = { ...chat, stream: true, ...(options === undefined ? {} : { stream_options: options }) }
      const sent = JSON.parse(parse(request).upstream.body.toString())
      assert.deepEqual(sent, { ...chat, stream: true, stream_options: expected })
    })
  }
})

test('a reply counts only with choices[].message.content and usage.total_tokens', async t => {
  const choices = [{ message: { role: 'assistant', content: 'hi' } }]
  const cases: [name: string, reply: unknown, tokens: number | undefined][] = [
    ['both', { choices, usage: { total_tokens: 7 } }, 7],
    ['a tool call with null content', { choices: [{ message: { content: null } }], usage: { total_tokens: 7 } }, 7],
    ['no usage', { choices }, undefined],
    ['usage without total', { choices, usage: { prompt_tokens: 3 } }, undefined],
    ['a fraction of a token', { choices, usage: { total_tokens: 1.5 } }, undefined],
    ['negative tokens', { choices, usage: { total_tokens: -1 } }, undefined],
    ['no choices', { choices: [], usage: { total_tokens: 7 } }, undefined],
    ['no content', { choices: [{ message: {} }], usage: { total_tokens: 7 } }, undefined],
    ['an array', [], undefined],
  ]
  const call = parse(chat)
  for (const [name, reply, tokens] of cases) {
    await t.test(name, () => {
      const judge = () => atOnce(call.judge(Buffer.from(JSON.stringify(reply)), TERMS))
      if (tokens === undefined) assert.throws(judge, { code: 'publisher_error' })
      else assert.deepEqual(judge(), { charged: true, outcome: 'ok', totalTokens: tokens })
    })
  }
})

const feed = (judge: StreamJudge, ...data: string[]) =>
  data.map(text => atOnce(judge.onEvent({ bytes: Buffer.from(`data: ${text}\n\n`), data: Buffer.from(text) })))
const delta = '{"choices":[{"delta":{"content":"x"}}]}'
const usage = '{"choices":[],"usage":{"total_tokens":9}}'

test('the usage chunk is held back until [DONE] settles the price', () => {
  const steps = feed(parse(chat).judgeStream(TERMS), delta, usage, '[DONE]')
  assert.deepEqual(
    steps.map(step => step.action),
    ['pass', 'hold', 'last'],
  )
  assert.deepEqual(steps[2], { action: 'last', verdict: { charged: true, outcome: 'ok', totalTokens: 9 } })
})

test('a stream may end after its usage without [DONE]', () => {
  const judge = parse(chat).judgeStream(TERMS)
  feed(judge, delta, usage)
  assert.equal(judge.onEnd().totalTokens, 9)
})

test('a running usage in every chunk counts by its last value', () => {
  const judge = parse(chat).judgeStream(TERMS)
  feed(judge, '{"usage":{"total_tokens":1}}', '{"usage":{"total_tokens":2}}')
  assert.equal(judge.onEnd().totalTokens, 2)
})

test('a stream without usage is worth nothing', async t => {
  await t.test('with [DONE]', () => {
    assert.throws(() => feed(parse(chat).judgeStream(TERMS), delta, '[DONE]'), { code: 'publisher_error' })
  })
  await t.test('with usage null', () => {
    assert.throws(() => feed(parse(chat).judgeStream(TERMS), '{"usage":null}', '[DONE]'), { code: 'publisher_error' })
  })
  await t.test('without [DONE]', () => {
    const judge = parse(chat).judgeStream(TERMS)
    feed(judge, delta)
    assert.throws(() => judge.onEnd(), { code: 'publisher_error' })
  })
  await t.test('with a chunk that is no JSON', () => {
    assert.throws(() => feed(parse(chat).judgeStream(TERMS), '{'), { code: 'publisher_error' })
  })
  await t.test('with an error chunk after its usage', () => {
    assert.throws(() => feed(parse(chat).judgeStream(TERMS), usage, '{"error":{"message":"x"}}'), {
      code: 'publisher_error',
    })
  })
})

test('the scope llm:completions covers chat completions, and mcp scopes do not', () => {
  assert.ok(llmAdapter.covers('mcp:tools llm:completions'))
  assert.ok(!llmAdapter.covers('mcp:tools'))
})

test('a broken stream ends with an error event in the gateway envelope', () => {
  const event = parse(chat).errorEvent(new AppError('publisher_error'))
  assert.deepEqual(JSON.parse(event.slice('data: '.length)).error.code, 'publisher_error')
})

test('a request with too many messages or too long a model is refused, with the limit in words, and counted', async t => {
  const many = Array.from({ length: 4097 }, () => chat.messages[0])
  const cases: [name: string, body: object, reason: RegExp, limit?: MessageLimitName][] = [
    ['4,097 messages', { ...chat, messages: many }, /more than 4096 elements/, 'chat_messages'],
    ['a model of 257 bytes', { ...chat, model: 'm'.repeat(257) }, /at most 256 bytes in "model"/, 'message_name'],
    ['half a megabyte of model', { ...chat, model: 'm'.repeat(500_000) }, /at most 256 bytes/, 'message_name'],
    ['a NUL in a model', { ...chat, model: 'gpt\0' }, /no control characters in "model"/],
  ]
  for (const [name, body, reason, limit] of cases) {
    await t.test(name, async () => {
      const exceeded: MessageLimitName[] = []
      const parsing = async () => await llmAdapter.parse({}, Buffer.from(JSON.stringify(body)), defaultLimits(exceeded))
      await assert.rejects(parsing, { code: 'invalid_request', message: reason })
      assert.deepEqual(exceeded, limit === undefined ? [] : [limit])
    })
  }
  const most = await llmAdapter.parse(
    {},
    Buffer.from(JSON.stringify({ ...chat, messages: many.slice(1) })),
    defaultLimits(),
  )
  assert.equal(most.kind, 'call')
})

test('a message says one thing only', () => {
  const twin = '{"model":"m","messages":[{"role":"user","content":"x","content":[{"type":"image_url"}]}]}'
  assert.throws(() => parse(twin), { code: 'invalid_request', message: /twice/ })
})

test('a reply of megabytes is judged as a small one is', async () => {
  const reply = { choices: [{ message: { content: 'x'.repeat(3_000_000) } }], usage: { total_tokens: 7 } }
  const call = parse(chat)
  assert.equal((await call.judge(Buffer.from(JSON.stringify(reply)), TERMS)).totalTokens, 7)
  await assert.rejects(async () => await call.judge(Buffer.from(JSON.stringify(reply).slice(0, -1)), TERMS), {
    code: 'publisher_error',
  })
})
