import { AppError, appError } from '@mtg/errors'

/** SQLSTATE classes and codes that mean "not reachable or not able", also since it does not let us in, not "your statement is wrong". */
const UNAVAILABLE_STATES = /^(08|28|53|57P0|58)|^3D000$|^57014$|^25(006|P03)$|^55P03$/
const UNAVAILABLE_ERRNO = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
])
/** Prisma: cannot reach, timed out, connection closed, pool timed out, transaction could not start. */
const UNAVAILABLE_PRISMA = new Set(['P1001', 'P1002', 'P1008', 'P1017', 'P2024', 'P2028'])
const UNAVAILABLE_TEXT =
  /Connection terminated|timeout exceeded when trying to connect|Query read timeout|Client has encountered a connection error|server closed the connection/i

/**
 * A driver's or Prisma's failure as `database_error` when PostgreSQL is away, starting, stopping, full or too slow;
 * anything else (a constraint, a bug) comes back as it was.
 */
export function translateDatabaseError(thrown: unknown): unknown {
  if (thrown instanceof AppError || !isUnavailable(thrown)) return thrown
  return appError('database_error', { cause: thrown })
}

function isUnavailable(thrown: unknown): boolean {
  if (!(thrown instanceof Error)) return false
  const code = 'code' in thrown ? thrown.code : undefined
  if (typeof code === 'string') {
    if (UNAVAILABLE_STATES.test(code) || UNAVAILABLE_ERRNO.has(code) || UNAVAILABLE_PRISMA.has(code)) return true
  }
  if (UNAVAILABLE_TEXT.test(thrown.message)) return true
  if (thrown instanceof AggregateError) return thrown.errors.some(isUnavailable)
  return isUnavailable(thrown.cause)
}

/** The name of the constraint that a statement broke; undefined for any other failure. */
export function brokenConstraint(thrown: unknown): string | undefined {
  if (!(thrown instanceof Error)) return undefined
  const constraint = 'constraint' in thrown ? thrown.constraint : undefined
  return stateOf(thrown).startsWith('23') && typeof constraint === 'string' ? constraint : undefined
}

/**
 * Whether a statement met another transaction: a deadlock, a serialization failure, or a row that the other one was first to
 * insert. Run again it sees what the other has committed.
 */
export function isRace(thrown: unknown): boolean {
  return /^(23|40)/.test(stateOf(thrown))
}

/** Whether a statement took longer than it may: the server ended it, or the client gave up because the server did not get round to it. */
export function isTimedOut(thrown: unknown): boolean {
  const cause = thrown instanceof AppError ? thrown.cause : thrown
  return stateOf(cause) === '57014' || (cause instanceof Error && cause.message === 'Query read timeout')
}

/** Whether transactions waited for each other in a circle, or could not be put in an order, and this one had to give way. */
export function isDeadlock(thrown: unknown): boolean {
  return /^40(P01|001)$/.test(stateOf(thrown))
}

/** Whether the database refused a value: it cannot be kept, or breaks a constraint. */
export function isValueRefused(thrown: unknown): boolean {
  return /^2[23]/.test(stateOf(thrown))
}

function stateOf(thrown: unknown): string {
  return thrown instanceof Error && 'code' in thrown ? String(thrown.code) : ''
}
