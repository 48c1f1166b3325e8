import assert from 'node:assert/strict'
import type { Answer } from './balancer.ts'
import { toolCall } from './calls.ts'
import type { Layout } from './layout.ts'
import type { App, Buyer } from './market.ts'

const MINUTE_MS = 60_000

/** The code of each refusal; "delivered" for a result. */
export async function callAtOnce({ balancer }: Layout, app: App, buyer: Buyer, count: number): Promise<string[]> {
  const answers = await Promise.all(Array.from({ length: count }, () => balancer.send(toolCall(app, buyer.key))))
  return answers.map(codeOf)
}

/** So many of each. */
export function countsOf(codes: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const code of codes) counts[code] = (counts[code] ?? 0) + 1
  return counts
}

/**
 * Runs `attempt` with one buyer after the other until all of it has happened within one minute of the clock: at its turn
 * a window of a minute starts anew, and rightly lets more calls through.
 */
export async function withinOneMinute(
  buyers: readonly Buyer[],
  attempt: (buyer: Buyer) => Promise<void>,
): Promise<void> {
  const minute = () => Math.floor(Date.now() / MINUTE_MS)
  for (const buyer of buyers) {
    const before = minute()
    const outcome = await attempt(buyer).then(
      () => undefined,
      (thrown: unknown) => ({ thrown }),
    )
    if (minute() !== before) continue
    if (outcome !== undefined) throw outcome.thrown
    return
  }
  assert.fail('no attempt fitted into one minute')
}

function codeOf({ status, text }: Answer): string {
  if (status === 200) return 'delivered'
  return (JSON.parse(text) as { error: { code: string } }).error.code
}
