// An agent that nobody watches, with a key that does. Settings: GATEWAY_URL, AGENT_KEY, APP (publisher/app) and TOOL.
import { runAgent } from './agent.ts'

const { env } = process
const stop = await runAgent({
  gatewayUrl: env.GATEWAY_URL ?? 'http://127.0.0.1:8080',
  key: env.AGENT_KEY ?? 'vai-sk-sample-agent-3Hs8kW2pVn5Xc9Qb',
  app: env.APP ?? 'toolsmith/toolbox',
  tool: env.TOOL ?? 'hash_text',
  say: text => console.log(text),
})
console.log(
  `stopped after ${stop.paidCalls} paid calls; its owner sees why with: npm run mtg -- explain ${stop.callId}`,
)
