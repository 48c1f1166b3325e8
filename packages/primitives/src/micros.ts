const MICROS_PER_USD = 1_000_000n
const INT64_MAX = 2n ** 63n - 1n
const DECIMAL = /^(-?)(\d+)(?:\.(\d+))?$/
const FRACTION_DIGITS = 6
const FRACTION_DIGITS_SHOWN_MIN = 2

/** A decimal text in USD as micro-USD, or why it is none. Exact: no floating point is involved. */
export function readMicros(text: string): { micros: bigint } | { fault: string } {
  const [, sign, whole = '', fraction = ''] = DECIMAL.exec(text) ?? []
  if (sign === undefined) return { fault: 'must be a decimal number of USD, such as "0.002"' }
  if (sign === '-') return { fault: 'must not be negative' }
  if (fraction.length > FRACTION_DIGITS) return { fault: `must have at most ${FRACTION_DIGITS} decimals` }
  const micros = BigInt(whole) * MICROS_PER_USD + BigInt(fraction.padEnd(FRACTION_DIGITS, '0'))
  return micros > INT64_MAX ? { fault: 'is too large' } : { micros }
}

/** As `readMicros`, for texts that are known to be good; throws for others. */
export function parseMicros(text: string): bigint {
  const read = readMicros(text)
  if ('fault' in read) throw new RangeError(`"${text}" ${read.fault}`)
  return read.micros
}

/** Micro-USD in the one form that amounts are shown in: no needless zeros, but at least two decimals. */
export function formatMicros(micros: bigint): string {
  const sign = micros < 0n ? '-' : ''
  const digits = String(micros < 0n ? -micros : micros).padStart(FRACTION_DIGITS + 1, '0')
  const fraction = digits.slice(-FRACTION_DIGITS).replace(/0+$/, '').padEnd(FRACTION_DIGITS_SHOWN_MIN, '0')
  return `${sign}${digits.slice(0, -FRACTION_DIGITS)}.${fraction}`
}
