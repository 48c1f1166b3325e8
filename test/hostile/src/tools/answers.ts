import type { Answer } from '@mtg/testing/calls'

/** A short word for an answer: "402 insufficient_balance", "200". */
export function nameOf({ status, code }: Pick<Answer, 'status' | 'code'>): string {
  return code === undefined ? String(status) : `${status} ${code}`
}
