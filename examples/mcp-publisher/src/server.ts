import { createHash, timingSafeEqual } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { toNodeHandler } from '@modelcontextprotocol/node'
import { createMcpHandler, McpServer } from '@modelcontextprotocol/server'
import { BUYER_IDENTITY_HEADER, type BuyerIdentity, type VerifyBuyerIdentity } from './buyer-identity.ts'
import { registerPrompts } from './prompts.ts'
import { registerResources } from './resources.ts'
import { registerCaller } from './tools/caller.ts'
import { registerCron } from './tools/cron.ts'
import { registerDates } from './tools/dates.ts'
import { registerHash } from './tools/hash.ts'
import { registerJson } from './tools/json.ts'
import { registerMeeting } from './tools/meeting.ts'
import { registerSummary } from './tools/summary.ts'
import { registerText } from './tools/text.ts'
import { registerUnits } from './tools/units.ts'

const LISTS_FRESH_MS = 300_000

/** How the publisher runs. */
export interface PublisherOptions {
  port: number
  host?: string
  /** What the gateway must present: the `apiKey` of the marketplace file. */
  upstreamKey: string
  /** Verifies who is calling; left out, callers stay unknown. */
  verifyBuyer?: VerifyBuyerIdentity | undefined
}

/** A running publisher. */
export interface Publisher {
  url: string
  close(): Promise<void>
}

/** Starts the sample publisher: an MCP server that only the gateway may call. */
export async function startPublisher(options: PublisherOptions): Promise<Publisher> {
  const { host = '127.0.0.1', upstreamKey, verifyBuyer } = options
  const open = new Set<Promise<void>>()
  const server = createServer((request, response) => {
    const handling = handle(request, response, upstreamKey, verifyBuyer).finally(() => open.delete(handling))
    open.add(handling)
  })
  server.listen(options.port, host)
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : options.port
  return {
    url: `http://${host}:${port}/mcp`,
    async close() {
      server.close()
      await Promise.allSettled(open)
      server.closeAllConnections()
    },
  }
}

async function handle(
  request: IncomingMessage,
  response: ServerResponse,
  upstreamKey: string,
  verifyBuyer: VerifyBuyerIdentity | undefined,
): Promise<void> {
  if (request.url?.split('?')[0] !== '/mcp') return refuse(response, 404, 'The MCP endpoint is /mcp.')
  if (!isGateway(request, upstreamKey)) return refuse(response, 401, 'Only the gateway may call this server.')
  const buyer = await buyerOf(request, verifyBuyer)
  const mcp = createMcpHandler(() => buildServer(buyer), { legacy: 'reject' })
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the SDK's type is of another web standard library than Node's
  const serve = toNodeHandler(mcp) as (request: IncomingMessage, response: ServerResponse) => Promise<void>
  await serve(request, response)
}

/** Compares digests, which have one length, so that time tells nothing about the key. */
function isGateway({ headers }: IncomingMessage, upstreamKey: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(headers.authorization ?? ''), digest(`Bearer ${upstreamKey}`))
}

/** An identity that cannot be verified is no identity; the call itself is still the gateway's. */
async function buyerOf(
  { headers }: IncomingMessage,
  verifyBuyer: VerifyBuyerIdentity | undefined,
): Promise<BuyerIdentity | undefined> {
  const value = headers[BUYER_IDENTITY_HEADER]
  if (verifyBuyer === undefined || typeof value !== 'string') return undefined
  return verifyBuyer(value).catch((error: unknown) => {
    console.error('a buyer identity was not valid:', error instanceof Error ? error.message : error)
    return undefined
  })
}

function refuse(response: ServerResponse, status: number, message: string): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify({ message }))
}

function buildServer(buyer: BuyerIdentity | undefined): McpServer {
  const server = new McpServer(
    { name: 'sample-toolbox', title: 'Sample toolbox', version: '1.0.0' },
    {
      instructions:
        'Small tools for units, texts, dates, JSON, hashes, cron expressions and meetings. All work offline.',
      cacheHints: freshLists(),
    },
  )
  for (const register of [registerUnits, registerText, registerSummary, registerDates, registerJson]) register(server)
  for (const register of [registerHash, registerCron, registerMeeting]) register(server)
  registerCaller(server, buyer)
  registerPrompts(server)
  registerResources(server)
  return server
}

function freshLists() {
  const hint = { ttlMs: LISTS_FRESH_MS, cacheScope: 'public' as const }
  return { 'tools/list': hint, 'prompts/list': hint, 'resources/list': hint, 'server/discover': hint }
}
