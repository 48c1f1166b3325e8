import { type Logger, redactText } from '@mtg/observability'
import { type Clock, endsWithin, isoTime } from '@mtg/primitives'

/** One dependency's state. */
export interface CheckReport {
  readonly name: string
  readonly healthy: boolean
  /** Whether the service cannot do what it is for without it, and does not begin to take work before it was there once. */
  readonly critical: boolean
  /** When it was first found like this, RFC 3339; left out before it was asked. */
  readonly since?: string
  /** Why it is not healthy. */
  readonly reason?: string
}

/** How a dependency was found. */
interface Finding {
  /** Undefined: healthy. */
  readonly reason: string | undefined
  readonly since: string
}

interface Check {
  readonly name: string
  readonly critical: boolean
  readonly probe: () => Promise<unknown>
  /** Undefined before it was asked. */
  finding: Finding | undefined
  /** Whether it has ever been there. */
  wasReached: boolean
}

const PROBE_TIMEOUT_MS = 500
const PROBE_CACHE_MS = 1000
/** Once somebody has met a failure, the next look is a new one; however many meet it, there are ten of them a second. */
export const DOUBTED_CACHE_MS = 100
const REASON_LENGTH_MAX = 300

/** Asks the dependencies of a service how they are: each within half a second, and at most once a second. */
export class HealthChecks {
  readonly #log: Logger
  readonly #clock: Clock
  readonly #checks: Check[] = []
  #probedAtMs = Number.NEGATIVE_INFINITY
  #probing: Promise<void> | undefined
  #isDoubted = false

  constructor({ log, clock }: { readonly log: Logger; readonly clock: Clock }) {
    this.#log = log
    this.#clock = clock
  }

  /** `probe` rejects while the dependency is away. */
  add(name: string, probe: () => Promise<unknown>, critical: boolean): void {
    this.#checks.push({ name, critical, probe, finding: undefined, wasReached: false })
    this.#probedAtMs = Number.NEGATIVE_INFINITY
  }

  /** Work has failed for a dependency: what was found before counts no more. */
  doubt(): void {
    this.#isDoubted = true
  }

  async reports(): Promise<CheckReport[]> {
    if (this.#checks.length === 0) return []
    // Once more when a check was added meanwhile.
    while (this.#clock.monotonicMs() - this.#probedAtMs > (this.#isDoubted ? DOUBTED_CACHE_MS : PROBE_CACHE_MS)) {
      this.#probing ??= this.#probeAll()
      await this.#probing
    }
    return this.#checks.map(reportOf)
  }

  /** Whether all that is critical has been there, if only once since the start. */
  wereReached(): boolean {
    return this.#checks.every(check => check.wasReached || !check.critical)
  }

  async #probeAll(): Promise<void> {
    const checks = [...this.#checks]
    this.#isDoubted = false
    await Promise.all(checks.map(check => this.#probe(check)))
    if (checks.length === this.#checks.length) this.#probedAtMs = this.#clock.monotonicMs()
    this.#probing = undefined
  }

  async #probe(check: Check): Promise<void> {
    const { name, critical, finding: before } = check
    const reason = await faultOf(check.probe)
    const wasHealthy = before !== undefined && before.reason === undefined
    const isSame = before !== undefined && wasHealthy === (reason === undefined)
    const since = isSame ? before.since : isoTime(this.#clock.nowMs())
    check.finding = { reason, since }
    check.wasReached ||= reason === undefined
    if (isSame) return
    if (reason !== undefined) this.#log.warn({ check: name, critical, reason }, 'dependency is away')
    else if (before !== undefined) {
      this.#log.info({ check: name, critical, awaySince: before.since }, 'dependency is back')
    }
  }
}

function reportOf({ name, critical, finding }: Check): CheckReport {
  const { reason, since } = finding ?? {}
  return {
    name,
    healthy: finding !== undefined && reason === undefined,
    critical,
    ...(since !== undefined && { since }),
    ...(reason !== undefined && { reason }),
  }
}

/** Why a dependency does not answer, in a line; undefined when it does. */
async function faultOf(probe: () => Promise<unknown>): Promise<string | undefined> {
  try {
    return (await endsWithin(probe(), PROBE_TIMEOUT_MS)) ? undefined : `no answer within ${PROBE_TIMEOUT_MS} ms`
  } catch (thrown) {
    return redactText(textOf(thrown)).slice(0, REASON_LENGTH_MAX)
  }
}

/** What is at the bottom of it: our own errors are constant, the driver's say why. */
function textOf(thrown: unknown): string {
  if (!(thrown instanceof Error)) return String(thrown)
  if (thrown instanceof AggregateError && thrown.errors.length > 0) return textOf(thrown.errors[0])
  if (thrown.cause instanceof Error) return textOf(thrown.cause)
  return thrown.message.split('\n', 1)[0] || thrown.name
}
