/** A start that cannot go on. `advice` says what the reader can do about it. */
export class StartError extends Error {
  readonly advice: string

  constructor(message: string, advice: string, options?: ErrorOptions) {
    super(message, options)
    this.advice = advice
  }
}
