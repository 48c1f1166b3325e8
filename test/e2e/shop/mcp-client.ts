import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'

/** The official MCP client, connected to an app behind the gateway. */
export async function connectMcp(
  baseUrl: string,
  app: string,
  credential: string,
  send: typeof fetch = fetch,
): Promise<Client> {
  const client = new Client(
    { name: 'e2e', version: '1.0.0' },
    { capabilities: { elicitation: {} }, versionNegotiation: { mode: { pin: '2026-07-28' } } },
  )
  client.setRequestHandler('elicitation/create', () => ({ action: 'accept', content: { date: '2026-07-28' } }))
  const url = new URL(`${baseUrl}/v1-beta/mcp/${app}`)
  await client.connect(
    new StreamableHTTPClientTransport(url, { authProvider: { token: async () => credential }, fetch: send }),
  )
  return client
}
