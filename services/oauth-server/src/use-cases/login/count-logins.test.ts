import assert from 'node:assert/strict'
import { test } from 'node:test'
import { appError } from '@mtg/errors'
import { createMetrics } from '@mtg/observability'
import { asBuyerId, asKeyId, randomUuid } from '@mtg/primitives'
import { oauthError } from '../../domain/oauth-error.ts'
import { createLoginCounter } from '../../observe/logins.ts'
import { countLogins } from './count-logins.ts'
import type { LogIn } from './log-in.ts'

const refusals = [
  oauthError('invalid_request', { detail: { reason: 'missing' } }),
  oauthError('access_denied', { detail: { reason: 'wrong' } }),
  oauthError('access_denied', { detail: { reason: 'not owner' } }),
  oauthError('access_denied', { detail: { reason: 'suspended' } }),
  oauthError('temporarily_unavailable', { status: 429, detail: { reason: 'throttled' } }),
  oauthError('temporarily_unavailable', { detail: { reason: 'redis' } }),
  appError('internal_error'),
]

test('every login counts once, by how it ended; what nobody could judge is an outage', async () => {
  const metrics = createMetrics('test')
  const ends: (Error | undefined)[] = [undefined, ...refusals]
  const logIn: LogIn = async () => {
    const end = ends.shift()
    if (end !== undefined) throw end
  }
  const counted = countLogins(logIn, createLoginCounter(metrics))
  const told = async () => {
    const text = await metrics.text()
    const series = [...text.matchAll(/^mtg_oauth_logins_total\{[^}]*outcome="(\w+)"[^}]*\} (\d+)$/gm)]
    return Object.fromEntries(series.map(([, outcome, value]) => [outcome, Number(value)]))
  }
  const none = { ok: 0, incomplete: 0, wrong: 0, suspended: 0, throttled: 0, unavailable: 0 }
  assert.deepEqual(await told(), none)
  const login: Parameters<LogIn> = [
    new Map(),
    { keyId: asKeyId(randomUuid()), buyerId: asBuyerId(randomUuid()), email: '', isEmailVerified: true, scope: '' },
    { address: '', browser: undefined },
  ]
  await counted(...login)
  for (const refusal of refusals) await assert.rejects(counted(...login), refusal)
  assert.deepEqual(await told(), { ok: 1, incomplete: 1, wrong: 2, suspended: 1, throttled: 1, unavailable: 2 })
})
