/** A figure, and what it should be. */
export interface Goal {
  readonly what: string
  /** Undefined: not measured in this run, so nothing is said about it. */
  readonly figure: number | undefined
  readonly atLeast?: number
  readonly atMost?: number
  readonly digits?: number
}

/** Whether nothing that was measured misses its goal. */
export function areReached(goals: readonly Goal[]): boolean {
  return goals.every(goal => goal.figure === undefined || isReached(goal, goal.figure))
}

/** A line for each. */
export function verdicts(goals: readonly Goal[]): string[] {
  return goals.map(goal => {
    const { what, figure, atLeast, atMost, digits = 2 } = goal
    const bounds = [atLeast === undefined ? [] : `at least ${atLeast}`, atMost === undefined ? [] : `at most ${atMost}`]
    const wanted = `goal: ${bounds.flat().join(', ')}`
    if (figure === undefined) return `not judged  ${what}: not measured (${wanted})`
    return `${isReached(goal, figure) ? 'reached   ' : 'missed    '}  ${what}: ${figure.toFixed(digits)} (${wanted})`
  })
}

function isReached({ atLeast, atMost }: Goal, figure: number): boolean {
  return figure >= (atLeast ?? Number.NEGATIVE_INFINITY) && figure <= (atMost ?? Number.POSITIVE_INFINITY)
}
