import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { type Constellation, startConstellation } from '@mtg/testing'

/** A buyer of the marketplace file, with money. */
export const ada = { email: 'ada@example.test', password: 'correct horse battery', key: 'vnb-sk-console-ada-0001' }
/** Another one. */
export const bob = { email: 'bob@example.test', password: 'staple of another', key: 'vnb-sk-console-bob-0002' }
/** Owns a publisher and is no buyer. */
export const owner = { email: 'owner@acme.test', password: 'publishes a lot' }

const marketplaceFor = (upstream: string) => `
publishers:
  - username: acme
    email: ${owner.email}
    password: ${owner.password}
    payout: connected
    apiKey: acme-upstream-key
    apps:
      - name: search
        adapter: mcp
        upstream: ${upstream}/mcp
        tiers:
          free: { perMinute: 60, perDay: 1000, monthly: 500 }
          paid: { price: "0.002", perMinute: 600, perDay: 100000, monthly: 1000000 }
      - name: gratis
        adapter: mcp
        upstream: ${upstream}/mcp
        tiers:
          free: { perMinute: 60, perDay: 1000, monthly: 500 }
buyers:
  - email: ${ada.email}
    password: ${ada.password}
    wallet: "25.00"
    keys: [{ name: default, key: ${ada.key} }]
    purchases: [{ app: acme/search, tier: paid }]
  - email: ${bob.email}
    password: ${bob.password}
    wallet: "5.00"
    keys: [{ name: default, key: ${bob.key} }]
    purchases: [{ app: acme/search, tier: free }]
`

/** The whole gateway with a console. */
export async function startGateway(
  consoleEnv: Record<string, string> = {},
  upstream = 'http://127.0.0.1:9',
  meteringEnv: Record<string, string> = {},
): Promise<Constellation> {
  return await startConstellation({
    marketplace: marketplaceFor(upstream),
    console: true,
    serviceEnv: { console: consoleEnv, metering: meteringEnv },
  })
}

/** What came back. */
export class Answer {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  readonly body: unknown

  constructor(response: Response, text: string) {
    this.status = response.status
    this.headers = response.headers
    this.text = text
    const isJson = (response.headers.get('content-type') ?? '').includes('json')
    this.body = isJson && text !== '' ? JSON.parse(text) : null
  }

  /** What is at a place of the body, such as "error.code" or "items.0.id"; undefined when nothing is. */
  at(path: string): unknown {
    return path
      .split('.')
      .reduce<unknown>(
        (part, name) => (part as Readonly<Record<string, unknown>> | null | undefined)?.[name],
        this.body,
      )
  }
}

/** Asks the API like a browser: it keeps cookies. */
export class Browser {
  readonly #origin: string
  readonly #cookies = new Map<string, string>()
  readonly #headers: Readonly<Record<string, string>>

  constructor(origin: string, headers: Readonly<Record<string, string>> = {}) {
    this.#origin = origin
    this.#headers = headers
  }

  get(path: string, headers?: Readonly<Record<string, string>>): Promise<Answer> {
    return this.send('GET', path, undefined, headers)
  }

  post(path: string, body?: unknown, headers?: Readonly<Record<string, string>>): Promise<Answer> {
    return this.send('POST', path, body ?? {}, headers)
  }

  /** An answer whose end nobody waits for. */
  async stream(path: string): Promise<Response> {
    return await fetch(`${this.#origin}/api/v1${path}`, { headers: { cookie: this.#cookieHeader() } })
  }

  #cookieHeader(): string {
    return [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  }

  async send(
    method: string,
    path: string,
    body?: unknown,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<Answer> {
    const cookie = this.#cookieHeader()
    const response = await fetch(`${this.#origin}${/^\/(api|v0\.1)\//.test(path) ? path : `/api/v1${path}`}`, {
      method,
      headers: {
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(cookie !== '' && { cookie }),
        ...this.#headers,
        ...headers,
      },
      redirect: 'manual',
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
    for (const line of response.headers.getSetCookie()) this.#keep(line)
    const isEndless = response.headers.get('content-type') === 'text/event-stream'
    if (isEndless) await response.body?.cancel()
    return new Answer(response, isEndless ? '' : await response.text())
  }

  /** The cookies as they would be sent. */
  get cookies(): ReadonlyMap<string, string> {
    return this.#cookies
  }

  #keep(line: string): void {
    const [pair = ''] = line.split(';')
    const [name = '', value = ''] = pair.split('=')
    if (value === '') this.#cookies.delete(name)
    else this.#cookies.set(name, value)
  }
}

/** Somebody who is logged in. */
export async function loggedIn(origin: string, who: { email: string; password: string }): Promise<Browser> {
  const browser = new Browser(origin)
  const answer = await browser.post('/session', { email: who.email, password: who.password })
  assert.equal(answer.status, 201, answer.text)
  return browser
}

/** A program with a key. */
export const withKey = (origin: string, key: string) => new Browser(origin, { authorization: `Bearer ${key}` })

/** An address that nobody has used. */
export const newEmail = () => `person-${randomBytes(6).toString('hex')}@example.test`

/** The token of the link in a message. */
export function tokenIn(message: string): string {
  const token = /[?&]token=([\w-]+)/.exec(message)?.[1]
  assert.ok(token, message)
  return token
}
