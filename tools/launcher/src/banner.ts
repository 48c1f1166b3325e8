/** A buyer, and apps to try the gateway with. */
export interface Demo {
  email: string
  key: string
  /** A tool call on a paid MCP app. */
  mcp?: { app: string; tool: string; arguments: Record<string, unknown> }
  /** A paid chat-completions app. */
  llm?: { app: string }
}

/** What the banner tells. */
export interface BannerFacts {
  baseUrl: string
  /** Where the console is; null when it does not run. */
  console: string | null
  grpc: Record<string, string>
  /** Origins of the operations ports, by name of the process. */
  operations: Record<string, string>
  dataDir: string
  /** How `mtg` is called for this instance. */
  cli: string
  /** Left out when the marketplace has nobody to show. */
  demo?: Demo
  /** Keys that were generated just now; they are shown nowhere else. */
  generatedKeys: { email: string; name: string; key: string }[]
  /** What of the marketplace file was not applied. */
  keptBack: string[]
  /** What the command adds, a line each. */
  notes: readonly string[]
}

const PROTOCOL_VERSION = '2026-07-28'

/** What `npm start` prints once everything is up: where the gateway is, and commands to copy. */
export function renderBanner(facts: BannerFacts): string {
  const sections = [
    heading(facts),
    generatedKeys(facts),
    keptBack(facts),
    facts.demo === undefined ? '' : demoCommands(facts, facts.demo),
    facts.notes.join('\n'),
    'Ctrl-C stops everything.',
  ]
  return sections.filter(Boolean).join('\n\n')
}

function heading(facts: BannerFacts): string {
  const addresses = Object.entries(facts.grpc).map(([name, address]) => `${name} ${address}`)
  const operations = Object.entries(facts.operations).map(([name, origin]) => `${name} ${new URL(origin).host}`)
  const lines = [
    '',
    `The gateway is ready: ${facts.baseUrl}`,
    ...(facts.console === null ? [] : [`  web:   ${facts.console}`, `  API:   ${facts.console}/openapi.html`]),
    `  gRPC:  ${addresses.join('  ')}`,
    `  ops:   ${operations.join('  ')}  (/readyz, /metrics)`,
    `  data:  ${facts.dataDir}`,
  ]
  return lines.join('\n')
}

function generatedKeys(facts: BannerFacts): string {
  if (facts.generatedKeys.length === 0) return ''
  const lines = facts.generatedKeys.map(({ email, name, key }) => `  ${email} (${name}): ${key}`)
  return ['New API keys, shown only now:', ...lines].join('\n')
}

function keptBack(facts: BannerFacts): string {
  if (facts.keptBack.length === 0) return ''
  const lines = facts.keptBack.map(sentence => `  ${sentence}`)
  return ['Not applied, because a file does not bring back what was ended since:', ...lines].join('\n')
}

function demoCommands({ baseUrl, cli }: BannerFacts, demo: Demo): string {
  const wallet = `${cli} wallet ${demo.email}`
  const sections = [
    `${demo.email} has the API key ${demo.key}. Try, in another terminal (in this folder):`,
    titled('What the wallet holds', wallet),
    demo.mcp && titled('List the tools: needs a purchase, costs nothing', listCommand(baseUrl, demo, demo.mcp.app)),
    demo.mcp && titled('Call a tool: paid', callCommand(baseUrl, demo, demo.mcp)),
    demo.llm && titled('Chat: paid', chatCommand(baseUrl, demo, demo.llm.app)),
    titled('A short-lived token that works in place of the key', tokenCommand(baseUrl, demo)),
    titled('What the wallet holds now, and what was used', `${wallet}\n${cli} usage ${demo.email}`),
  ]
  return sections.filter(Boolean).join('\n\n')
}

const titled = (title: string, command: string) => `# ${title}\n${command}`

function listCommand(baseUrl: string, demo: Demo, app: string): string {
  const body = { jsonrpc: '2.0', id: '1', method: 'tools/list' }
  return mcpCommand(baseUrl, demo.key, { app, method: 'tools/list', name: 'tools/list', body })
}

function callCommand(baseUrl: string, demo: Demo, call: NonNullable<Demo['mcp']>): string {
  const params = { name: call.tool, arguments: call.arguments }
  const body = { jsonrpc: '2.0', id: '2', method: 'tools/call', params }
  return mcpCommand(baseUrl, demo.key, { app: call.app, method: 'tools/call', name: call.tool, body })
}

interface McpRequest {
  app: string
  method: string
  name: string
  body: object
}

function mcpCommand(baseUrl: string, key: string, { app, method, name, body }: McpRequest): string {
  return curl(`${baseUrl}/v1-beta/mcp/${app}`, [
    `-H ${quoted(`Authorization: Bearer ${key}`)}`,
    `-H ${quoted('Content-Type: application/json')} -H ${quoted('Accept: application/json, text/event-stream')}`,
    `-H ${quoted(`MCP-Protocol-Version: ${PROTOCOL_VERSION}`)} -H ${quoted(`Mcp-Method: ${method}`)} -H ${quoted(`Mcp-Name: ${name}`)}`,
    `-d ${quoted(JSON.stringify(body))}`,
  ])
}

function chatCommand(baseUrl: string, demo: Demo, app: string): string {
  const body = { model: 'sample', messages: [{ role: 'user', content: 'Say hello to the gateway.' }] }
  return curl(`${baseUrl}/v1-beta/llm/${app}`, [
    `-H ${quoted(`Authorization: Bearer ${demo.key}`)} -H ${quoted('Content-Type: application/json')}`,
    `-d ${quoted(JSON.stringify(body))}`,
  ])
}

function tokenCommand(baseUrl: string, demo: Demo): string {
  const scope = '-d scope="mcp:tools llm:completions"'
  return curl(`${baseUrl}/oauth/token`, [`-d grant_type=client_credentials -d client_id=${demo.key} ${scope}`])
}

/** Answers end without a line break, so curl adds one. */
const curl = (url: string, lines: string[]) => [`curl -sS -w '\\n' ${url}`, ...lines].join(' \\\n  ')

/** Text as one word of a POSIX shell. */
export const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`
