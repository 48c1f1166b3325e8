const MICROS_PER_CENT = 10_000n

/** Whether an amount can be moved by payment processors, which know no parts of cents. */
export function isWholeCents(micros: bigint): boolean {
  return micros % MICROS_PER_CENT === 0n
}

/** The amount without parts of cents. */
export function floorToCents(micros: bigint): bigint {
  return micros - (micros % MICROS_PER_CENT)
}

/** Micro-USD as cents. */
export function toCents(micros: bigint): number {
  if (!isWholeCents(micros)) throw new RangeError(`${micros} micro-USD are not whole cents`)
  return Number(micros / MICROS_PER_CENT)
}

/** Cents as micro-USD. */
export function fromCents(cents: number): bigint {
  return BigInt(cents) * MICROS_PER_CENT
}
