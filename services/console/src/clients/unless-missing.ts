import { AppError, type ErrorCode } from '@mtg/errors'

/** Undefined where a service says that there is no such thing. */
export async function unlessMissing<T>(code: ErrorCode, work: Promise<T>): Promise<T | undefined> {
  try {
    return await work
  } catch (thrown) {
    if (thrown instanceof AppError && thrown.code === code) return undefined
    throw thrown
  }
}
