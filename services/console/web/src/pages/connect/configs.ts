import { gatewayUrl } from '../../lib/gateway.ts'

/** What is connected to. */
export interface Target {
  /** "publisher/app". */
  readonly app: string
  readonly adapter: 'mcp' | 'llm'
}

interface Config {
  readonly id: string
  readonly label: string
  /** Where the text goes. */
  readonly where: string
  readonly text: string
}

const KEY = 'YOUR_KEY'
const PROTOCOL = '2026-07-28'

/** Configurations of the clients that people use, with the addresses of this gateway. */
export function configsFor(target: Target): readonly Config[] {
  return target.adapter === 'mcp' ? toolConfigs(target) : chatConfigs(target)
}

const addressOf = ({ adapter, app }: Target) => `${gatewayUrl}/v1-beta/${adapter}/${app}`

function toolConfigs(target: Target): readonly Config[] {
  const url = addressOf(target)
  const name = target.app.split('/')[1] ?? target.app
  const headers = { Authorization: `Bearer ${KEY}` }
  const json = (value: object) => JSON.stringify(value, null, 2)
  return [
    {
      id: 'claude-code',
      label: 'Claude Code',
      where: 'Run this once in a terminal.',
      text: `claude mcp add --transport http ${name} ${url} \\\n  --header "Authorization: Bearer ${KEY}"`,
    },
    {
      id: 'cursor',
      label: 'Cursor',
      where: 'Add it to ~/.cursor/mcp.json, or .cursor/mcp.json of a project.',
      text: json({ mcpServers: { [name]: { url, headers } } }),
    },
    {
      id: 'vscode',
      label: 'VS Code',
      where: 'Save it as .vscode/mcp.json. The key is asked for once, and kept by the editor.',
      text: json({
        inputs: [{ type: 'promptString', id: 'gateway-key', description: 'Gateway API key', password: true }],
        servers: { [name]: { type: 'http', url, headers: { Authorization: `Bearer \${input:gateway-key}` } } },
      }),
    },
    {
      id: 'sdk',
      label: 'MCP SDK',
      where: 'TypeScript, with @modelcontextprotocol/client.',
      text: `import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'

const client = new Client({ name: 'my-agent', version: '1.0.0' })
const authProvider = { token: async () => '${KEY}' }
await client.connect(new StreamableHTTPClientTransport(new URL('${url}'), { authProvider }))
console.log(await client.listTools())`,
    },
    { id: 'curl', label: 'curl', where: 'Lists the tools of the app.', text: curlOf(url) },
  ]
}

const curlOf = (url: string) => `curl -sS ${url} \\
  -H 'Authorization: Bearer ${KEY}' \\
  -H 'Content-Type: application/json' -H 'Accept: application/json, text/event-stream' \\
  -H 'MCP-Protocol-Version: ${PROTOCOL}' -H 'Mcp-Method: tools/list' -H 'Mcp-Name: tools/list' \\
  -d '{"jsonrpc":"2.0","id":"1","method":"tools/list"}'`

function chatConfigs(target: Target): readonly Config[] {
  const url = addressOf(target)
  return [
    {
      id: 'openai-js',
      label: 'OpenAI SDK, JavaScript',
      where: 'Any program that speaks with OpenAI speaks with the gateway: change its address and its key.',
      text: `import OpenAI from 'openai'

const client = new OpenAI({ apiKey: '${KEY}', baseURL: '${url}' })
const answer = await client.chat.completions.create({
  model: 'default',
  messages: [{ role: 'user', content: 'Hello' }],
})
console.log(answer.choices[0].message.content)`,
    },
    {
      id: 'openai-python',
      label: 'OpenAI SDK, Python',
      where: 'Any program that speaks with OpenAI speaks with the gateway: change its address and its key.',
      text: `from openai import OpenAI

client = OpenAI(api_key="${KEY}", base_url="${url}")
answer = client.chat.completions.create(
    model="default",
    messages=[{"role": "user", "content": "Hello"}],
)
print(answer.choices[0].message.content)`,
    },
    {
      id: 'curl',
      label: 'curl',
      where: 'A whole call.',
      text: `curl -sS ${url} \\
  -H 'Authorization: Bearer ${KEY}' -H 'Content-Type: application/json' \\
  -d '{"model":"default","messages":[{"role":"user","content":"Hello"}]}'`,
    },
  ]
}
