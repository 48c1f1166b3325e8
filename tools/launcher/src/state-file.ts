import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { CredentialFiles } from './identities.ts'

/** What `npm start -- --state` prints: where a running instance is reached, and its processes. */
export interface InstanceState {
  /** `{base_url}`. */
  gateway: string
  console: string | null
  grpc: { auth: string; billing: string; metering: string; oauth: string; edge: string }
  postgres: string
  redis: string
  nats: string
  /** Files with what people (`operator`) and other services (`reader`) show to the gateway's gRPC. */
  credentials: CredentialFiles
  /** Origins of /livez, /readyz and /metrics, by name of the process. */
  operations: Record<string, string>
  /** Process ids by name: services, sample publishers and embedded servers. */
  pids: Record<string, number>
}

const fileIn = (dataDir: string) => join(dataDir, 'state.json')

/** Replaces the file at once, so that a reader never sees half of it. */
export function writeState(dataDir: string, state: InstanceState): void {
  const draft = `${fileIn(dataDir)}.new`
  writeFileSync(draft, `${JSON.stringify(state, null, 2)}\n`, { mode: 0o600 })
  renameSync(draft, fileIn(dataDir))
}

/** The state an instance last wrote, if it has not ended in order since. */
export function readState(dataDir: string): InstanceState | undefined {
  if (!existsSync(fileIn(dataDir))) return undefined
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- only `writeState` writes it, whole, for its owner alone
  return JSON.parse(readFileSync(fileIn(dataDir), 'utf8')) as InstanceState
}

export function removeState(dataDir: string): void {
  rmSync(fileIn(dataDir), { force: true })
}
