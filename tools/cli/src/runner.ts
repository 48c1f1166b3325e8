import type { Instance } from './instance.ts'
import type { Output } from './output.ts'

/** What a command works with. */
interface CommandContext {
  readonly instance: Instance
  readonly output: Output
}

/**
 * Wraps a command's work: finds the instance, and closes it whatever happens. Work that has shown its result, and the
 * result is a bad one, answers `failed`.
 */
export type Runner = <Arguments extends unknown[]>(
  work: (context: CommandContext, ...args: Arguments) => Promise<void | 'failed'>,
) => (...args: Arguments) => Promise<void>
