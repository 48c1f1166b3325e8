// The sample LLM publisher. Settings: PORT, HOST, UPSTREAM_KEY (what the gateway must present).
import { buildLlmPublisher } from './server.ts'

const { env } = process
const app = buildLlmPublisher({ upstreamKey: env.UPSTREAM_KEY ?? 'wordsmith-upstream-key' })
const origin = await app.listen({ port: Number(env.PORT ?? 9102), host: env.HOST ?? '127.0.0.1' })
console.log(`sample LLM publisher: ${origin}/v1/chat/completions`)

const stop = (): void => void app.close().then(() => process.exit(0))
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, stop)
// Under a supervisor the standard input stays open for as long as the supervisor lives.
if (env.SUPERVISED === '1') process.stdin.resume().once('end', stop)
