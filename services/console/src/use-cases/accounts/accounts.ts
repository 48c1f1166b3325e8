import { createHash } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { type LoginThrottle, networkOf } from '@mtg/logins'
import type { Auth } from '../../clients/auth.ts'
import type { SessionLifetimes } from '../../store/sessions.ts'
import type { PostMessageDeps } from '../messages/post-message.ts'

/** What people do with their accounts stands on this. */
export interface AccountDeps extends PostMessageDeps {
  readonly auth: Auth
  readonly throttle: LoginThrottle
  readonly sessionLifetimes: SessionLifetimes
  readonly verifyLinkTtlSeconds: number
  readonly resetLinkTtlSeconds: number
  /** Where links in messages lead. */
  readonly publicOrigin: string
  /** Whether the web app is there. */
  readonly isAppServed: boolean
}

/** Stands for who asks where passwords are hashed: a flood of one network keeps no other one waiting. */
export function requesterOf(address: string): string {
  return createHash('sha256').update(networkOf(address)).digest('base64url')
}

/** How long answers take at least that must not tell what is known. */
const ANSWER_FLOOR_MS = 250

/** Does work whose time would tell something: the answer comes no sooner than a fixed time, whatever was done. */
export async function atEvenPace<T>(work: Promise<T>): Promise<T> {
  const [result] = await Promise.allSettled([work, delay(ANSWER_FLOOR_MS)])
  if (result.status === 'rejected') throw result.reason
  return result.value
}
