// The sample MCP publisher. Settings: PORT, HOST, UPSTREAM_KEY (what the gateway must present), and, to know callers
// by their pseudonyms, GATEWAY_URL and PUBLISHER_USERNAME.
import { createBuyerIdentityVerifier } from './buyer-identity.ts'
import { startPublisher } from './server.ts'

const { env } = process
const username = env.PUBLISHER_USERNAME ?? 'toolsmith'
const publisher = await startPublisher({
  port: Number(env.PORT ?? 9101),
  host: env.HOST ?? '127.0.0.1',
  upstreamKey: env.UPSTREAM_KEY ?? 'toolsmith-upstream-key',
  verifyBuyer: env.GATEWAY_URL ? createBuyerIdentityVerifier({ gatewayUrl: env.GATEWAY_URL, username }) : undefined,
})
console.log(`sample MCP publisher: ${publisher.url}`)

const stop = (): void => void publisher.close().then(() => process.exit(0))
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, stop)
// Under a supervisor the standard input stays open for as long as the supervisor lives.
if (env.SUPERVISED === '1') process.stdin.resume().once('end', stop)
