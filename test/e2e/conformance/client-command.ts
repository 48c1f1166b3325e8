// What the suite runs in its client mode: `node client-command.ts CONTROL_URL SCENARIO SUITE_SERVER_URL`.
// It puts the suite's strict server behind the gateway as an app, then drives the official client through the gateway.
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import * as z from 'zod'

type Drive = (client: Client, context: unknown) => Promise<void>

const toolCalls = z.object({
  toolCalls: z.array(z.object({ name: z.string(), arguments: z.record(z.string(), z.unknown()) })),
})

async function addNumbers(client: Client): Promise<void> {
  await client.listTools()
  await client.callTool({ name: 'add_numbers', arguments: { a: 5, b: 3 } })
}

async function useEveryMethod(client: Client): Promise<void> {
  const { tools } = await client.listTools()
  for (const { name } of tools) await client.callTool({ name, arguments: {} })
  const { resources } = await client.listResources()
  for (const { uri } of resources) await client.readResource({ uri })
  const { prompts } = await client.listPrompts()
  for (const { name } of prompts) await client.getPrompt({ name })
}

async function makeGivenCalls(client: Client, context: unknown): Promise<void> {
  await client.listTools()
  for (const call of toolCalls.parse(context).toolCalls) await client.callTool(call)
}

async function callListedTools(client: Client): Promise<void> {
  const { tools } = await client.listTools()
  for (const { name } of tools) await client.callTool({ name, arguments: { region: 'us-west1' } })
}

async function answerQuestions(client: Client): Promise<void> {
  await client.listTools()
  await client.callTool({ name: 'test_mrtr_echo_state', arguments: {} })
  await client.callTool({ name: 'test_mrtr_unrelated', arguments: {} })
  await client.callTool({ name: 'test_mrtr_no_state', arguments: {} })
  // The official client refuses a result without `resultType`; the scenario only asks that it does not try again.
  await client.callTool({ name: 'test_mrtr_no_result_type', arguments: {} }).catch(() => undefined)
}

async function echoSchema(client: Client): Promise<void> {
  const { tools } = await client.listTools()
  const focal = tools.find(tool => tool.name === 'json_schema_2020_12_tool')
  await client.callTool({ name: 'json_schema_echo', arguments: { schema: focal?.inputSchema } })
}

async function listTools(client: Client): Promise<void> {
  await client.listTools()
}

const drives: Record<string, Drive> = {
  tools_call: addNumbers,
  'request-metadata': listTools,
  'json-schema-ref-no-deref': listTools,
  'http-standard-headers': useEveryMethod,
  'http-custom-headers': makeGivenCalls,
  'http-invalid-tool-headers': callListedTools,
  'sep-2322-client-request-state': answerQuestions,
  'json-schema-2020-12-preservation': echoSchema,
}

/** Asks the test for an app on the gateway whose publisher is the given server. */
async function publish(controlUrl: string, upstream: string): Promise<{ url: string; credential: string }> {
  const answer = await fetch(controlUrl, { method: 'POST', body: upstream })
  return z.object({ url: z.string(), credential: z.string() }).parse(await answer.json())
}

const [controlUrl = '', scenario = '', upstream = ''] = process.argv.slice(2)
const drive = drives[scenario]
if (!drive) throw new Error(`No way to drive the scenario "${scenario}"`)

const app = await publish(controlUrl, upstream)
const client = new Client(
  { name: 'conformance-driver', version: '1.0.0' },
  { capabilities: { elicitation: {}, sampling: {}, roots: {} }, versionNegotiation: { mode: 'auto' } },
)
client.setRequestHandler('elicitation/create', () => ({ action: 'accept', content: { confirmed: true } }))
await client.connect(
  new StreamableHTTPClientTransport(new URL(app.url), { authProvider: { token: async () => app.credential } }),
)
// The suite hands its values to a command in this variable.
await drive(client, JSON.parse(process.env['MCP_CONFORMANCE_CONTEXT'] ?? '{}'))
await client.close()
