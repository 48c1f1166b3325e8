import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import { ConfigError } from '@mtg/runtime'
import { type Callee, isArea, serviceOf } from './areas.ts'
import { type Caller, callers, isCaller } from './callers.ts'
import { callersOf } from './method-rows.ts'

// A caller has one secret (GRPC_TOKEN), and shows each service a token made from it for that service alone. The service
// knows only the token's hash (GRPC_CALLERS). So a service that was taken over has nothing that another one would take.

/** The value of GRPC_CALLERS that lets everybody call everything: for development and tests of one service. */
export const ANYONE = 'anyone'

/**
 * What a caller with this secret shows to a service. The secret comes last, so that nobody can lengthen what they saw;
 * plain SHA-256, because the chart's templates can make it too.
 */
export function tokenFor(secret: string, callee: Callee): string {
  return digestOf(`mtg-grpc:${callee}:${secret}`).toString('hex')
}

/** The same for the service that implements an RPC service such as "gateway.billing.v1.WalletService". */
export function tokenForService(secret: string, serviceName: string): string | undefined {
  const area = serviceName.split('.')[1] ?? ''
  return isArea(area) ? tokenFor(secret, serviceOf[area]) : undefined
}

/** A new secret of a caller, as its GRPC_TOKEN. */
export function newSecret(): string {
  return randomBytes(32).toString('base64url')
}

/** GRPC_CALLERS of a service: everyone who may call anything of it, by what they will show. */
export function callersSetting(callee: Callee, secretOf: (caller: Caller) => string | undefined): string {
  const rows = callersOf(callee).flatMap(caller => {
    const secret = secretOf(caller)
    return secret === undefined ? [] : [`${caller}=${digestOf(tokenFor(secret, callee)).toString('hex')}`]
  })
  return rows.join(',')
}

/** Tells who shows a token. */
export type Recognize = (token: string) => Caller | undefined

const ROW = /^([a-z-]+)=([0-9a-f]{64})$/

/** Reads GRPC_CALLERS; `undefined` stands for "anyone". Throws a ConfigError for anything that could let nobody know who calls. */
export function readCallers(setting: string): Recognize | undefined {
  if (setting === ANYONE) return undefined
  const known = setting.split(',').flatMap(part => (part.trim() === '' ? [] : [readRow(part.trim())]))
  if (known.length === 0) {
    throw fault(`is not set. It names who may call: caller=SHA-256,... (mtg identities makes it), or "${ANYONE}"`)
  }
  return token => {
    const digest = digestOf(token)
    let found: Caller | undefined
    // All are compared, each in constant time: how long it takes says nothing about them.
    for (const row of known) if (timingSafeEqual(row.digest, digest)) found = row.caller
    return found
  }
}

function readRow(text: string): { caller: Caller; digest: Buffer } {
  const [, caller = '', hex = ''] = ROW.exec(text) ?? []
  if (hex === '') throw fault('must be caller=64 hex digits, with commas between')
  if (!isCaller(caller)) throw fault(`names no caller "${caller}"; there are ${callers.join(', ')}`)
  return { caller, digest: Buffer.from(hex, 'hex') }
}

const fault = (text: string) => new ConfigError([`GRPC_CALLERS: ${text}`])

const digestOf = (token: string) => createHash('sha256').update(token).digest()
