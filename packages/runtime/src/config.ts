import { logLevels, samplerNames } from '@mtg/observability'
import { z } from 'zod'

/** A service's settings: a zod object whose keys are the names of environment variables. */
export type SettingsSchema = z.ZodObject

/** Every setting that is missing or wrong, at once. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError'
  readonly faults: readonly string[]

  constructor(faults: readonly string[]) {
    super(`settings are missing or wrong:\n${faults.map(fault => `  ${fault}`).join('\n')}`)
    this.faults = faults
  }
}

/** Reads settings from the environment. Throws a ConfigError that lists every fault. Empty counts as not set. */
export function loadConfig<Schema extends SettingsSchema>(
  schema: Schema,
  env: Readonly<Record<string, string | undefined>>,
): Readonly<z.infer<Schema>> {
  const given = Object.fromEntries(
    Object.keys(schema.shape)
      .map(name => [name, env[name]] as const)
      .filter(([, value]) => value !== undefined && value !== ''),
  )
  const parsed = schema.safeParse(given)
  if (parsed.success) return Object.freeze(parsed.data)
  throw new ConfigError(parsed.error.issues.map(issue => describeFault(schema, given, issue)))
}

function describeFault(
  schema: SettingsSchema,
  given: Readonly<Record<string, unknown>>,
  issue: z.core.$ZodIssue,
): string {
  const name = String(issue.path[0])
  const field = schema.shape[name]
  const missing = !(name in given)
  const description = field instanceof z.ZodType ? field.description : undefined
  // The value itself stays out of the text: it may be a secret.
  return `${name}: ${missing ? 'is not set' : issue.message}${description === undefined ? '' : ` (${description})`}`
}

/** One line per setting, for `--help` of a service. */
export function describeSettings(schema: SettingsSchema): string {
  const names = Object.keys(schema.shape)
  const width = Math.max(...names.map(name => name.length))
  return names
    .map(name => {
      const field = schema.shape[name]
      const description = field instanceof z.ZodType ? (field.description ?? '') : ''
      return `  ${name.padEnd(width)}  ${description}`.trimEnd()
    })
    .join('\n')
}

const hostPortPattern = /^(?:\[[0-9a-fA-F:]+\]|[^:\s]+):(\d{1,5})$/
const PORT_MAX = 65_535

function isHostPort(text: string): boolean {
  const port = hostPortPattern.exec(text)?.[1]
  return port !== undefined && Number(port) <= PORT_MAX
}

function isUrlOf(protocols: readonly string[], text: string): boolean {
  return URL.canParse(text) && protocols.includes(new URL(text).protocol)
}

/** Building blocks for settings schemas. Give each a `.describe()` text: it is shown by `--help` and in faults. */
export const settings = {
  /** "host:port" to listen on. */
  hostPort: () => z.string().refine(isHostPort, 'must be host:port'),
  /** One or more "host:port" or "dns:///host:port", commas between. */
  addresses: () =>
    z
      .string()
      .refine(
        text => text.split(',').every(part => isHostPort(part.trim().replace(/^dns:\/\/\//, ''))),
        'must be host:port[,host:port...] or dns:///host:port',
      ),
  /** An absolute URL of one of these protocols, such as "postgresql:". */
  url: (...protocols: string[]) =>
    z.string().refine(text => isUrlOf(protocols, text), `must be a URL with ${protocols.join(' or ')}`),
  /** An http or https URL that is an origin alone. */
  origin: () =>
    z
      .string()
      .refine(text => isUrlOf(['http:', 'https:'], text), 'must be a URL with http: or https:')
      .refine(
        text => URL.canParse(text) && new URL(text).origin === text,
        'must be an origin: no path, no slash at the end',
      ),
  /** One or more absolute URLs of these protocols, commas between. */
  urls: (...protocols: string[]) =>
    z
      .string()
      .refine(
        text => text.split(',').every(part => isUrlOf(protocols, part.trim())),
        `must be one or more URLs with ${protocols.join(' or ')}, commas between`,
      ),
  /** Base64 of exactly so many random bytes, as a Buffer. */
  secretBytes: (length: number) =>
    z
      .string()
      .transform(text => Buffer.from(text, 'base64'))
      .refine(bytes => bytes.length === length, `must be base64 of ${length} bytes`),
  /** A whole number with bounds. */
  int: (fallback: number, bounds: { readonly min?: number; readonly max?: number } = {}) =>
    z.coerce
      .number('must be a number')
      .int('must be a whole number')
      .min(bounds.min ?? 0)
      .max(bounds.max ?? Number.MAX_SAFE_INTEGER)
      .default(fallback),
  /** A share between 0 and 1. */
  ratio: (fallback: number) => z.coerce.number('must be a number').min(0).max(1).default(fallback),
  /** "true" or "false". */
  flag: (fallback: boolean) =>
    z
      .enum(['true', 'false'])
      .transform(text => text === 'true')
      .default(fallback),
  /** Texts with commas between; empty by default. */
  list: () =>
    z
      .string()
      .transform(text =>
        text
          .split(',')
          .map(part => part.trim())
          .filter(part => part !== ''),
      )
      .default([]),
  /** Any text, possibly empty. */
  text: (fallback?: string) => (fallback === undefined ? z.string() : z.string().default(fallback)),
}

/** Settings that every service has; spread into its schema. */
export const commonSettings = {
  LOG_LEVEL: z.enum(logLevels).default('info').describe('lowest level that is logged'),
  OPS_LISTEN: settings
    .hostPort()
    .optional()
    .describe('host:port of /livez, /readyz and /metrics; not served when unset'),
  GRPC_TOKEN: settings
    .text('')
    .describe("this service's own secret: what it shows each service that it calls is made from it"),
  GRPC_CALLERS: settings
    .text('')
    .describe(
      'who calls: caller=SHA-256 of what it shows, commas between (mtg identities makes it); "anyone": no questions asked, for development',
    ),
  DRAIN_TIMEOUT_MS: settings.int(25_000).describe('how long a stopping service may finish what it has begun'),
  DRAIN_DELAY_MS: settings
    .int(0)
    .describe('how long a stopping service goes on as before while /readyz says 503, for load balancers to notice'),
  SUPERVISED: settings.text('').describe('1: stop when standard input ends (set by the launcher)'),
  OTEL_EXPORTER_OTLP_ENDPOINT: settings
    .url('http:', 'https:')
    .optional()
    .describe('OTLP/HTTP collector; no tracing when unset'),
  OTEL_TRACES_SAMPLER: z
    .enum(samplerNames)
    .default('parentbased_traceidratio')
    .describe("which calls are traced; parentbased_*: the caller's traceparent decides first"),
  OTEL_TRACES_SAMPLER_ARG: settings.ratio(0.01).describe('share of calls that the *traceidratio samplers trace'),
  OTEL_BSP_SCHEDULE_DELAY: settings.int(5000, { min: 1 }).describe('how long finished spans wait for company, ms'),
  TRACES_PER_SECOND_MAX: settings
    .int(100)
    .describe('calls traced in one second at most: callers may ask for it on each of theirs'),
}
