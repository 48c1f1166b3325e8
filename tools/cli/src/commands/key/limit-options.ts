import { type KeyLimits, keyLimitsSchema } from '@mtg/marketplace'
import { CliError, exitCodes } from '../../failure.ts'

/** How limits are written on the command line. */
export const LIMITS_HELP = `
Limits (NAME=VALUE, repeat --limit for more):
  total=0.05             spend in all, USD
  perDay=1               spend in a UTC day, USD
  per30Days=20           spend in any 30 days, USD
  maxPrice=0.01          price of one call, USD
  apps=acme/search,a/b   apps that may be called
  tools=acme/search#add  tools that may be called
  concurrent=2           paid calls under way at once
  loop=5/60              the same tool with the same arguments, 5 times in 60 seconds
  expiresAt=2027-01-01T00:00:00Z`

/** What the options say of each limit: undefined is one that is taken away (NAME=none). */
export type LimitWords = ReadonlyMap<string, unknown>

const NONE = 'none'

/** Collects `--limit` options; commander calls it for each. */
export function collectLimit(word: string, earlier: readonly string[]): readonly string[] {
  return [...earlier, word]
}

/** Reads options such as "total=0.05"; a CliError for anything else. */
export function readLimitWords(words: readonly string[]): LimitWords {
  const limits = new Map<string, unknown>()
  for (const word of words) {
    const at = word.indexOf('=')
    const name = word.slice(0, at)
    if (at < 1 || limits.has(name)) {
      throw badLimit(at < 1 ? `"${word}" must be NAME=VALUE` : `${name} is given twice`)
    }
    limits.set(name, valueOf(name, word.slice(at + 1)))
  }
  return limits
}

function valueOf(name: string, text: string): unknown {
  if (text === NONE) return undefined
  switch (name) {
    case 'apps':
    case 'tools':
      return text.split(',')
    case 'concurrent':
      return numberOf(text)
    case 'loop': {
      const [calls = '', seconds = '', ...rest] = text.split('/')
      if (rest.length > 0 || seconds === '') throw badLimit('loop must be CALLS/SECONDS, such as 5/60')
      return { calls: numberOf(calls), seconds: numberOf(seconds) }
    }
    default:
      return text
  }
}

/** What is no number is left to the schema to refuse. */
const numberOf = (text: string) => (/^\d{1,9}$/.test(text) ? Number(text) : text)

/** The limits that result when `words` change those that are there (as they are written); a CliError names what is wrong. */
export function changedLimits(current: object, words: LimitWords): KeyLimits {
  const written = { ...current, ...Object.fromEntries(words) }
  const parsed = keyLimitsSchema.safeParse(written)
  if (parsed.success) return parsed.data
  const faults = parsed.error.issues.map(({ code, path, message }) => {
    const names = path.map(String).join('.')
    return code === 'unrecognized_keys' ? `there is no such limit: ${message}` : `${names} ${message}`
  })
  throw badLimit(faults.join('; '))
}

function badLimit(reason: string): CliError {
  return new CliError(`--limit: ${reason}.\n${LIMITS_HELP}`, exitCodes.usage)
}
