import { useState } from 'react'
import { ApiError } from './client.ts'

/** What two windows, or two people, may change at once. */
interface Versioned {
  readonly version: number
}

interface Newest<State> {
  /** As it was when it was opened, or as it was read after somebody else had changed it. */
  readonly state: State
  /**
   * Makes a change to that very state, which its headers name. Where somebody was faster, nothing is done: the newest state is
   * read, and what is thrown tells it.
   */
  readonly change: <Result>(make: (header: { readonly 'if-match': string }) => Promise<Result>) => Promise<Result>
}

/** The header of a change that is to be made to this very state. */
export const ifMatch = ({ version }: Versioned) => ({ 'if-match': `"${version}"` })

/** Whether a change was refused because somebody else was faster. */
export const isOvertaken = (error: unknown): boolean =>
  error instanceof ApiError && error.code === 'precondition_failed'

/** Changes what a dialog shows, and nothing else: what was changed meanwhile is shown first. */
export function useNewest<State extends Versioned>(
  opened: State,
  read: () => Promise<State>,
  tell: (newest: State) => string,
): Newest<State> {
  const [state, setState] = useState(opened)
  return {
    state,
    async change(make) {
      try {
        return await make(ifMatch(state))
      } catch (error) {
        if (!isOvertaken(error)) throw error
        const newest = await read()
        setState(newest)
        throw new Error(tell(newest), { cause: error })
      }
    },
  }
}
