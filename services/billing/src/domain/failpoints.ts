/** Points that traffic leads to. */
export const trafficFailpoints = [
  'reserve_received',
  'reserve_committed',
  'settle_received',
  'settle_committed',
  'attempt_begun',
  'attempt_finished',
  'attempt_abandoned',
  'task_kept',
  'task_confirmed',
  'tasks_leased',
  'webhook_received',
  'webhook_committed',
  'refund_taken',
  'refund_sent',
  'payout_taken',
  'payout_sent',
] as const

/** Points that only calls of long ago lead to. */
const storageFailpoints = ['calls_left', 'period_closed', 'period_sealed', 'period_written', 'period_dropped'] as const

/** Points on a buyer's way to another cell. */
export const moveFailpoints = [
  'buyer_copied',
  'buyer_leaving',
  'buyer_left',
  'buyer_sent',
  'buyer_admitted',
  'buyer_arrived',
  'buyer_mapped',
  'buyer_taken_in',
] as const

/** Points at which fault tests let a billing process die, named by what has just happened. */
export const failpointNames = [...trafficFailpoints, ...storageFailpoints, ...moveFailpoints] as const

/** Points that a running system comes by: one of `trafficFailpoints` or `moveFailpoints`. */
export type LiveFailpoint = (typeof trafficFailpoints)[number] | (typeof moveFailpoints)[number]

/** One of `failpointNames`. */
export type FailpointName = (typeof failpointNames)[number]

/** Called when a point is reached; does not come back from the one that was chosen. */
export type Reach = (point: FailpointName) => void

/** The same work, passing by one point before it and by another one after it. */
export function between<Input, Output>(
  reach: Reach,
  [before, after]: readonly [FailpointName, FailpointName],
  work: (input: Input) => Promise<Output>,
): (input: Input) => Promise<Output> {
  return async input => {
    reach(before)
    const output = await work(input)
    reach(after)
    return output
  }
}
