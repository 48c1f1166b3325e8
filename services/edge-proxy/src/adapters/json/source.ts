/** Bytes to read, and the same in fours. */
export interface Source {
  readonly bytes: Buffer
  readonly view: DataView
  /** Whether `"\\ud83d"` without its other half is let through. */
  readonly loneSurrogates: boolean
}
