import { renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { keysOf } from '@mtg/primitives'
import { type Callee, type Caller, callersSetting, serviceOf, tokenFor } from '@mtg/rpc'
import type { DataDir } from './data-dir.ts'

/** The identities of one instance: made at the first start, kept in the data folder. */
export interface Identities {
  /** A caller's own secret: its GRPC_TOKEN. */
  secretOf: (caller: Caller) => string
  /** GRPC_CALLERS of a service. */
  callersOf: (callee: Callee) => string
}

/** Files with what people and other services show, by identity. */
export interface CredentialFiles {
  operator: string
  reader: string
}

const PEOPLE = ['operator', 'reader'] as const

/** Identities for these services, and for people. */
export function createIdentities(dataDir: DataDir, services: readonly Caller[]): Identities {
  const present = new Set<Caller>([...services, ...PEOPLE])
  const secretOf = (caller: Caller) => dataDir.secret(`grpc-${caller}`)
  return {
    secretOf,
    callersOf: callee => callersSetting(callee, caller => (present.has(caller) ? secretOf(caller) : undefined)),
  }
}

/** Writes what an operator and a reader show to each service, for tools that speak gRPC. */
export function writeCredentials(dataDir: DataDir, identities: Identities): CredentialFiles {
  const [operator, reader] = PEOPLE.map(caller => writeCredential(dataDir.path, caller, identities.secretOf(caller)))
  return { operator: String(operator), reader: String(reader) }
}

function writeCredential(path: string, caller: Caller, secret: string): string {
  const file = join(path, 'secrets', `${caller}.json`)
  const tokens = Object.fromEntries(keysOf(serviceOf).map(area => [area, tokenFor(secret, serviceOf[area])]))
  writeFileSync(`${file}.new`, `${JSON.stringify({ caller, secret, tokens }, null, 2)}\n`, { mode: 0o600 })
  renameSync(`${file}.new`, file)
  return file
}
