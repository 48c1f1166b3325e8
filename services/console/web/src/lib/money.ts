// Amounts are decimal strings from the API, and stay strings or micro-USD in bigint: a JavaScript number would round them.

const DECIMALS = 6

/** Payouts and top-ups are in whole cents. */
export const CENT_MICROS = 10_000n

/** Of the browser's check of an amount: as the API takes prices and limits, and what is paid in whole cents. */
export const AMOUNT_PATTERN = '\\d{1,9}(?:\\.\\d{1,6})?'
export const CENTS_PATTERN = '\\d{1,9}(?:\\.\\d{1,2})?'

/** Micro-USD of an amount such as "-0.002". */
export function microsOf(amount: string): bigint {
  const [, sign = '', whole = '0', fraction = ''] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(amount) ?? []
  const micros = BigInt(whole) * 1_000_000n + BigInt(fraction.padEnd(DECIMALS, '0').slice(0, DECIMALS) || '0')
  return sign === '-' ? -micros : micros
}

/** An amount without its sign. */
export const sizeOf = (amount: string) => amount.replace('-', '')

/** Sorts the largest amount first. */
export function byLargest(a: string, b: string): number {
  const difference = microsOf(b) - microsOf(a)
  return difference === 0n ? 0 : difference > 0n ? 1 : -1
}

/** The amount of so many micro-USD, with at least two decimals. */
export function amountOf(micros: bigint): string {
  const [sign, size] = micros < 0n ? ['-', -micros] : ['', micros]
  const fraction = String(size % 1_000_000n)
    .padStart(DECIMALS, '0')
    .replace(/0{1,4}$/, '')
  return `${sign}${size / 1_000_000n}.${fraction}`
}

/** As people read it: "$1,234.50", "−$0.002". All decimals that count are shown, and never fewer than two. */
export function shownAmount(amount: string): string {
  const [, sign = '', whole = '0', fraction = ''] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(amount) ?? []
  const cents = fraction.replace(/0+$/, '').padEnd(2, '0')
  return `${sign === '-' ? '−' : ''}$${BigInt(whole).toLocaleString('en-US')}.${cents}`
}

/** A part of a whole in percent, at most 100. */
export function percentOf(part: bigint, whole: bigint): number {
  if (whole <= 0n) return part > 0n ? 100 : 0
  const percent = Number((part * 10_000n) / whole) / 100
  return Math.min(100, percent)
}
