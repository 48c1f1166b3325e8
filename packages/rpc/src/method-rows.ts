import { type ServiceRef, services } from '@mtg/contracts'
import { keysOf } from '@mtg/primitives'
import { table } from './access.ts'
import { type Callee, serviceOf } from './areas.ts'
import { acts, forOperators } from './caller-groups.ts'
import type { Caller } from './callers.ts'

/** A method with those who may call it. */
export interface MethodRow {
  /** As on the wire: "/gateway.billing.v1.WalletService/GetWallet". */
  readonly path: string
  readonly callee: Callee
  readonly callers: readonly Caller[]
  /** The console may call it for an account that is an operator, and for no other. */
  readonly isForOperators: boolean
  /** Done by an operator it is an administrative act: it leaves a line in the audit log. */
  readonly isAct: boolean
}

/** Who may call what, by the names of services and of their methods. */
type MethodTable = Readonly<Record<string, Readonly<Record<string, readonly Caller[]>>>>

/** Every method of the gateway. */
export const methodRows: readonly MethodRow[] = keysOf(table).flatMap(area =>
  Object.entries<ServiceRef<unknown>>(services[area]).flatMap(([service, ref]) => {
    const rows: MethodTable = table[area]
    const methods = rows[service] ?? {}
    return Object.entries(methods).map(([method, allowed]) => ({
      path: `/${ref.name}/${method}`,
      callee: serviceOf[area],
      callers: allowed,
      isForOperators: forOperators.has(allowed),
      isAct: acts.has(allowed),
    }))
  }),
)

const rowsByPath = new Map(methodRows.map(row => [row.path, row]))

/** The row of a method, by its path. */
export const methodRow = (path: string): MethodRow | undefined => rowsByPath.get(path)

const callersByPath = new Map(methodRows.map(row => [row.path, new Set(row.callers)]))

/** Who may learn what a server serves. */
const reflecting: ReadonlySet<Caller> = new Set(['operator', 'reader'])

/** What probes ask, without an identity: kubelets and load balancers have none. */
const HEALTH_CHECK = '/grpc.health.v1.Health/Check'

/** Whether a method is for everybody. */
export const isOpen = (path: string): boolean => path === HEALTH_CHECK

/** Whether the caller may call the method. Deny by default: a method of no row is for nobody. */
export function mayCall(caller: Caller, path: string): boolean {
  if (path.startsWith('/grpc.reflection.')) return reflecting.has(caller)
  if (path.startsWith('/grpc.health.')) return true
  return isPeer(caller, path) || (callersByPath.get(path)?.has(caller) ?? false)
}

/** Services of several cells, whose processes do for each other what anybody may ask of them. */
const inCells: ReadonlySet<Callee> = new Set(['billing'])

/** Whether the caller is the service itself, in another of its cells. */
export function isPeer(caller: Caller, path: string): boolean {
  const callee = rowsByPath.get(path)?.callee
  return callee !== undefined && callee === caller && inCells.has(callee)
}

/** Those who may call anything at all of a service. */
export function callersOf(callee: Callee): Caller[] {
  return [...new Set(methodRows.filter(row => row.callee === callee).flatMap(row => row.callers))]
}
