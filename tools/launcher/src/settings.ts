import { resolve } from 'node:path'
import { z } from 'zod'

/** The marketplace that `npm start` shows when nothing else is asked for. */
export const DEFAULT_MARKETPLACE_FILE = 'examples/marketplace.yaml'

const port = (fallback: number) => z.coerce.number().int().min(1).max(65_535).default(fallback)
const listenAddress = z.string().regex(/^[^:\s]+:\d{1,5}$|^\[[^\]]+\]:\d{1,5}$/, 'must be host:port')
const serverUrl = (protocols: RegExp, example: string) =>
  z.url({ protocol: protocols, error: `must look like ${example}` })

const serverList = (form: RegExp, example: string) => z.string().regex(form, `must look like ${example}`)

/** Every setting of `npm start`, as the environment names it. */
export const launcherSettings = z.object({
  GATEWAY_HOST: z
    .string()
    .min(1)
    .default('127.0.0.1')
    .describe('address the edge proxy listens on; beyond loopback the public sample keys are replaced'),
  GATEWAY_PORT: port(8080).describe('port the edge proxy listens on'),
  BASE_URL: serverUrl(/^https?$/, 'http://gateway.example')
    .optional()
    .describe('public origin, when a proxy stands before it'),
  CONSOLE_PORT: port(8090).describe('port of the console; a free one when unset and taken'),
  DATA_DIR: z.string().min(1).default('.data').describe('data of the embedded servers, generated secrets, logs'),
  MARKETPLACE_FILE: z
    .string()
    .min(1)
    .default(DEFAULT_MARKETPLACE_FILE)
    .describe('applied at every start, before the gateway listens; "none" for an empty system'),
  DATABASE_URL: serverUrl(/^postgres(ql)?$/, 'postgresql://user@host:5432/db')
    .optional()
    .describe('PostgreSQL to use in place of the embedded one; a role that may create roles and schemas'),
  DATABASE_READ_URL: serverUrl(/^postgres(ql)?$/, 'postgresql://host:5432/db')
    .optional()
    .describe('streaming replica of DATABASE_URL, for usage queries'),
  REDIS_URL: serverList(/^rediss?(\+(sentinel|cluster))?:\/\/[^,\s]+(,[^,\s]+)*$/, 'redis://host:6379')
    .optional()
    .describe('Redis to use in place of the embedded one; also redis+sentinel:// and redis+cluster://'),
  NATS_URL: serverList(/^(nats|tls):\/\/[^,\s]+(,\s*(nats|tls):\/\/[^,\s]+)*$/, 'nats://host:4222')
    .optional()
    .describe('NATS with JetStream to use instead; servers of a cluster with commas between'),
  AUTH_GRPC: listenAddress.optional().describe('host:port of the auth service; a free port when unset'),
  BILLING_GRPC: listenAddress.optional().describe('host:port of the billing service; a free port when unset'),
  METERING_GRPC: listenAddress.optional().describe('host:port of the metering service; a free port when unset'),
  SAMPLE_MCP_PORT: port(9101).describe('port of the sample MCP publisher; a free one when taken'),
  SAMPLE_LLM_PORT: port(9102).describe('port of the sample LLM publisher; a free one when taken'),
})

/** Settings of `npm start`, checked. */
export type LauncherSettings = z.infer<typeof launcherSettings>

/** Raised for settings that cannot be used; the message lists every fault, one a line. */
export class SettingsError extends Error {}

/** Checks the environment; empty variables count as unset. Paths become absolute, from `workingDir`. */
export function readSettings(env: NodeJS.ProcessEnv, workingDir: string): LauncherSettings {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''))
  const parsed = launcherSettings.safeParse(given)
  if (!parsed.success) {
    const faults = parsed.error.issues.map(issue => `  ${issue.path.join('.')}: ${issue.message}`)
    throw new SettingsError(`These settings cannot be used:\n${faults.join('\n')}`)
  }
  const { DATA_DIR, MARKETPLACE_FILE } = parsed.data
  return {
    ...parsed.data,
    DATA_DIR: resolve(workingDir, DATA_DIR),
    MARKETPLACE_FILE: MARKETPLACE_FILE === 'none' ? 'none' : resolve(workingDir, MARKETPLACE_FILE),
  }
}

/** The settings as text for `--help`. */
export function describeLauncherSettings(): string {
  const rows = Object.entries(launcherSettings.shape).map(([name, schema]) => {
    const fallback = schema.safeParse(undefined)
    const value = fallback.success && fallback.data !== undefined ? ` (${String(fallback.data)})` : ''
    return `  ${name.padEnd(17)} ${schema.description ?? ''}${value}`
  })
  return rows.join('\n')
}
