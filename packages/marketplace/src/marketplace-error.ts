/** One thing that is wrong with a marketplace file. */
export interface Fault {
  /** Counted from 1; left out when the fault has no place in the file. */
  line?: number
  reason: string
}

/** A marketplace file that was refused, with everything that is wrong with it. Nothing of it was applied. */
export class MarketplaceError extends Error {
  override readonly name = 'MarketplaceError'
  readonly faults: readonly Fault[]

  constructor(file: string, faults: readonly Fault[], options?: ErrorOptions) {
    super(faults.map(fault => textOf(file, fault)).join('\n'), options)
    this.faults = faults
  }
}

function textOf(file: string, { line, reason }: Fault): string {
  return line === undefined ? `${file}: ${reason}` : `${file}:${line}: ${reason}`
}
