import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { parseMicros } from '@mtg/marketplace'
import { type Constellation, callMcp, callTool, chat, eventually, startConstellation } from '@mtg/testing'
import OpenAI from 'openai'
import { connectMcp } from './shop/mcp-client.ts'
import { ada, apps, grace, sampleMarketplace } from './shop/samples.ts'
import { costOf } from './shop/spending.ts'

/** Parts of what the gateway writes into a tool's `_meta`. */
interface PriceTag {
  readonly price: string
  readonly meter: { readonly remaining: number }
}

let gateway: Constellation

before(async () => {
  gateway = await startConstellation({ marketplace: sampleMarketplace, samples: true })
})

after(() => gateway?.stop())

/** A short-lived token in place of the key. */
async function fetchToken(): Promise<string> {
  const form = { grant_type: 'client_credentials', client_id: ada.key, scope: 'mcp:tools llm:completions' }
  const answer = await fetch(`${gateway.baseUrl}/oauth/token`, { method: 'POST', body: new URLSearchParams(form) })
  const { access_token: token } = (await answer.json()) as { access_token?: string }
  assert.ok(token, `no token: ${answer.status}`)
  return token
}

const credentials: [name: string, get: () => Promise<string>][] = [
  ['an API key', async () => ada.key],
  ['a token from client_credentials', fetchToken],
]

const connectToolbox = (credential: string) => connectMcp(gateway.baseUrl, apps.toolbox.app, credential)

function connectOpenAi(credential: string): OpenAI {
  return new OpenAI({ apiKey: credential, baseURL: `${gateway.baseUrl}/v1-beta/llm/${apps.chat.app}`, maxRetries: 0 })
}

for (const [name, getCredential] of credentials) {
  describe(`with ${name}`, () => {
    test('the official MCP client lists at no cost, and pays a tool call with exactly its price', async () => {
      const client = await connectToolbox(await getCredential())
      const listing = await costOf(gateway, ada.email, async () => {
        const { tools } = await client.listTools()
        assert.ok(tools.some(tool => tool.name === 'convert_units'))
        await client.listPrompts()
        await client.readResource({ uri: 'toolbox://units' })
      })
      assert.equal(listing, 0n)
      const calling = await costOf(gateway, ada.email, async () => {
        const result = await client.callTool({ name: 'convert_units', arguments: { value: 1, from: 'mi', to: 'km' } })
        assert.deepEqual(result.structuredContent, { value: 1.609344, unit: 'km' })
      })
      assert.equal(calling, apps.toolbox.priceMicros)
      await client.close()
    })

    test('the official MCP client reads from the list of tools what each costs, and what is left of the meter', async () => {
      const client = await connectToolbox(await getCredential())
      const priceTags = async () => {
        const { tools } = await client.listTools({}, { cacheMode: 'bypass' })
        return new Map(tools.map(({ name, _meta }) => [name, _meta?.['dev.metered-tool-gateway/price'] as PriceTag]))
      }
      const before = await priceTags()
      assert.equal(parseMicros(before.get('convert_units')?.price ?? ''), apps.toolbox.priceMicros)
      assert.equal(parseMicros(before.get('summarize_text')?.price ?? ''), apps.toolbox.summaryPriceMicros)
      await client.callTool({ name: 'convert_units', arguments: { value: 1, from: 'mi', to: 'km' } })
      const meterOf = (tags: typeof before) => tags.get('convert_units')?.meter.remaining
      assert.equal(meterOf(await priceTags()), (meterOf(before) ?? 0) - 1)
      await client.close()
    })

    test('a tool with a price of its own costs that price, and its progress arrives on the way', async () => {
      const client = await connectToolbox(await getCredential())
      const steps: number[] = []
      const cost = await costOf(gateway, ada.email, () =>
        client.callTool(
          { name: 'summarize_text', arguments: { text: 'One thing.\n\nAnother thing.' } },
          { onprogress: ({ progress }) => void steps.push(progress) },
        ),
      )
      assert.equal(cost, apps.toolbox.summaryPriceMicros)
      assert.deepEqual(steps, [1, 2])
      await client.close()
    })

    test('a call that asks its caller back is paid once, when it completes', async () => {
      const client = await connectToolbox(await getCredential())
      const cost = await costOf(gateway, ada.email, async () => {
        const timeZones = ['Europe/Berlin', 'America/New_York']
        const result = await client.callTool({ name: 'find_meeting_hours', arguments: { timeZones } })
        assert.deepEqual(result.structuredContent, {
          hours: ['2026-07-28T13:00:00.000Z', '2026-07-28T14:00:00.000Z'],
        })
      })
      assert.equal(cost, apps.toolbox.priceMicros)
      await client.close()
    })

    test('the openai client gets a reply for exactly the price', async () => {
      const openai = connectOpenAi(await getCredential())
      const cost = await costOf(gateway, ada.email, async () => {
        const reply = await openai.chat.completions.create({
          model: 'sample',
          messages: [{ role: 'user', content: 'Hello' }],
        })
        assert.match(reply.choices[0]?.message.content ?? '', /You wrote: "Hello"/)
        assert.ok(reply.usage?.total_tokens)
      })
      assert.equal(cost, apps.chat.priceMicros)
    })

    test('the openai client gets a streamed reply piece by piece for exactly the price', async () => {
      const openai = connectOpenAi(await getCredential())
      const cost = await costOf(gateway, ada.email, async () => {
        const stream = await openai.chat.completions.create({
          model: 'sample',
          messages: [{ role: 'user', content: 'Hello' }],
          stream: true,
        })
        const pieces: string[] = []
        for await (const chunk of stream) pieces.push(chunk.choices[0]?.delta.content ?? '')
        assert.ok(pieces.length > 5)
        assert.match(pieces.join(''), /You wrote: "Hello"/)
      })
      assert.equal(cost, apps.chat.priceMicros)
    })
  })
}

test('a caller of the specification, without _meta, calls the same server', async () => {
  const caller = { baseUrl: gateway.baseUrl, app: apps.toolbox.app, credential: ada.key }
  const listed = await callMcp({ ...caller, method: 'server/discover' })
  assert.equal(listed.status, 200, listed.text)
  const cost = await costOf(gateway, ada.email, async () => {
    const called = await callTool({ ...caller, tool: 'hash_text', arguments: { text: '' } })
    assert.match(called.text, /e3b0c44298fc1c149afbf4c8996fb924/)
  })
  assert.equal(cost, apps.toolbox.priceMicros)
})

test('the publisher knows its caller by a pseudonym that the gateway vouches for, and never by the key', async () => {
  const caller = { baseUrl: gateway.baseUrl, app: apps.toolbox.app }
  const askAs = async (credential: string) => {
    const { json } = await callTool({ ...caller, credential, tool: 'who_am_i' })
    return (json as { result: { structuredContent: { buyer?: string } } }).result.structuredContent.buyer
  }
  const [first, again, other] = [await askAs(ada.key), await askAs(ada.key), await askAs(grace.key)]
  assert.ok(first)
  assert.equal(first, again)
  assert.notEqual(first, other)
  assert.notEqual(first, await gateway.buyerId(ada.email))
})

test('a free tier costs nothing, and its calls are recorded all the same', async () => {
  const cost = await costOf(gateway, grace.email, async () => {
    const answer = await chat({ baseUrl: gateway.baseUrl, app: apps.chat.app, credential: grace.key })
    assert.equal(answer.status, 200)
    await eventually(async () => {
      const records = await gateway.usage(grace.email)
      assert.ok(records.some(record => record.callId === answer.callId && record.tier === 'free'))
    })
  })
  assert.equal(cost, 0n)
})

test('every call that was charged has exactly one usage record, and the ledger adds up', async () => {
  const spent = parseMicros(ada.wallet) - parseMicros((await gateway.wallet(ada.email)).balance)
  await eventually(async () => {
    const records = await gateway.usage(ada.email)
    assert.equal(new Set(records.map(record => record.callId)).size, records.length)
    assert.equal(
      records.reduce((sum, record) => sum + BigInt(record.chargedMicros), 0n),
      spent,
    )
  })
  await gateway.verifyLedger()
})
