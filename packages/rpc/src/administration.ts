import { hostname, userInfo } from 'node:os'
import type * as grpc from '@grpc/grpc-js'
import type { ServiceRef } from '@mtg/contracts'
import { AppError, appError } from '@mtg/errors'
import { systemClock, type Uuid, uuidv7 } from '@mtg/primitives'
import type { Callee } from './areas.ts'
import type { Caller } from './callers.ts'
import { fieldLimits, remarkOf, uuidOf } from './fields.ts'
import { type MethodRow, methodRow } from './method-rows.ts'
import type { MethodName, ReceivedRequestOf, ResponseOf } from './shapes.ts'

/** Who does something administrative, and from where. */
interface Actor {
  readonly kind: 'account' | 'identity'
  /** UUID of the account, or the caller's name. */
  readonly id: string
  /** Address of the account, or who the program said to run for. */
  readonly name: string
  readonly address: string
}

/** An administrative act, as it is written down before it is done. */
export interface Act {
  readonly id: string
  /** Who owns what it is done to. */
  readonly service: Callee
  readonly actor: Actor
  readonly road: 'api' | 'mtg' | 'file'
  /** "AccountAdminService.SetBuyerStatus" */
  readonly action: string
  readonly target: string
  readonly asked: object
  readonly before: object | undefined
}

/** What became of an act. */
export interface ActOutcome {
  readonly outcome: 'done' | 'refused' | 'failed'
  /** Why it was not done; empty when it was. */
  readonly code: string
  readonly after: object | undefined
}

/** Where acts are written down. An act whose beginning cannot be written is not done. */
export interface ActLog {
  begin(act: Act): Promise<void>
  /** Never rejects: what was done is done. Without an outcome it is not known what became of an act. */
  end(actId: string, outcome: ActOutcome): Promise<void>
}

/** What the audit log says of one method: nothing secret. */
export interface ActDescription<Request, Response> {
  /** To what it is done: "buyer:ada@example.test". */
  target(request: Request): string
  /** What is asked for. */
  asked?(request: Request): object
  /** How it is at this moment. */
  before?(request: Request): Promise<object | undefined> | object | undefined
  /** How it is once it is done. */
  after?(response: Response, request: Request): object
  /** Whether it writes nothing when it is asked so. */
  isRehearsal?(request: Request): boolean
  readonly road?: 'file'
}

/** Descriptions of methods, by path. */
export type ActDescriptions = ReadonlyMap<string, ActDescription<unknown, unknown>>

/** Describes the acts of a service for the audit log. A method of no description leaves a line without particulars. */
export function describeActs<Definition>(
  ref: ServiceRef<Definition>,
  descriptions: {
    readonly [Name in MethodName<Definition>]?: ActDescription<
      ReceivedRequestOf<Definition, Name>,
      ResponseOf<Definition, Name>
    >
  },
): ActDescriptions {
  const rows = Object.entries(descriptions).map(([method, described]) => [`/${ref.name}/${method}`, described] as const)
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- each is only ever given what its own method receives
  return new Map(rows as [string, ActDescription<unknown, unknown>][])
}

/** Who may administer a service, and where acts are written down. */
export interface Administration {
  readonly log: ActLog
  /** The address of an account that is an operator; undefined when it is none. */
  findOperator(accountId: Uuid): Promise<string | undefined>
  readonly descriptions: readonly ActDescriptions[]
}

/** Metadata: who the gate has recognized, in whose name the console asks, from where, and who runs a program. */
export const administrationKeys = {
  caller: 'mtg-caller',
  account: 'mtg-account',
  address: 'mtg-address',
  person: 'mtg-person',
} as const

/** In whose name the console asks for something administrative. */
export interface ActingFor {
  readonly accountId: string
  /** Of the person's browser. */
  readonly address: string
}

/** Who runs this program, for the audit log of the services it calls. Nobody checks it. */
export function personHere(): string {
  try {
    return `${userInfo().username}@${hostname()}`
  } catch {
    return hostname()
  }
}

/** The part of a served call that it needs. */
interface ServedCall {
  readonly request: unknown
  readonly metadata: grpc.Metadata
  getPeer(): string
}

const PERSON_LENGTH_MAX = 128

/**
 * Stands around one method: refuses whoever is no operator, and writes the act down before it is done and what came of it after.
 * What only looks costs nothing but the question whether it may.
 */
export function administer(
  path: string,
  administration: Administration | undefined,
): (call: ServedCall, work: () => Promise<unknown>) => Promise<unknown> {
  const row = methodRow(path)
  if (row === undefined || (!row.isForOperators && !row.isAct)) return async (_call, work) => await work()
  const description = administration?.descriptions.map(known => known.get(path)).find(known => known !== undefined)
  return async (call, work) => {
    const caller = callerOf(call.metadata)
    const isByConsole = caller === 'console'
    if (isByConsole && !row.isForOperators) return await work()
    // A reader looks at what is for operators too.
    if (!isByConsole && (!row.isAct || caller !== 'operator')) return await work()
    if (administration === undefined) throw appError('operator_required', { detail: { reason: 'there are none here' } })
    const actor = isByConsole ? await operatorOf(call, administration) : programOf(call, caller)
    if (!row.isAct || description?.isRehearsal?.(call.request) === true) return await work()
    return await writeDown({ row, actor, description, log: administration.log }, call.request, work)
  }
}

/** Whoever may call everything is taken for the operator: only a server for `anyone` has no gate. */
function callerOf(metadata: grpc.Metadata): Caller {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the gate wrote it, over whatever was sent
  return String(metadata.get(administrationKeys.caller)[0] ?? 'operator') as Caller
}

const said = (metadata: grpc.Metadata, key: string) => remarkOf(String(metadata.get(key)[0] ?? ''), PERSON_LENGTH_MAX)

async function operatorOf({ metadata }: ServedCall, administration: Administration): Promise<Actor> {
  const account = said(metadata, administrationKeys.account)
  if (account === '') throw appError('operator_required', { detail: { reason: 'asked in nobody’s name' } })
  const id = uuidOf(account, 'account_id')
  const name = await administration.findOperator(id)
  if (name === undefined) throw appError('operator_required', { detail: { accountId: id } })
  return { kind: 'account', id, name, address: said(metadata, administrationKeys.address) }
}

function programOf(call: ServedCall, caller: Caller): Actor {
  const person = said(call.metadata, administrationKeys.person)
  return { kind: 'identity', id: caller, name: person || caller, address: remarkOf(call.getPeer(), PERSON_LENGTH_MAX) }
}

interface Noted {
  readonly row: MethodRow
  readonly actor: Actor
  readonly description: ActDescription<unknown, unknown> | undefined
  readonly log: ActLog
}

async function writeDown({ row, actor, description, log }: Noted, request: unknown, work: () => Promise<unknown>) {
  const id = uuidv7(systemClock.nowMs())
  await log.begin({
    id,
    service: row.callee,
    actor,
    road: roadOf(actor, description),
    action: actionOf(row.path),
    target: remarkOf(description?.target(request) ?? '', 2 * fieldLimits.nameBytesMax),
    asked: description?.asked?.(request) ?? {},
    before: await stateBefore(request, description),
  })
  try {
    const response = await work()
    await log.end(id, { outcome: 'done', code: '', after: description?.after?.(response, request) })
    return response
  } catch (thrown) {
    const isRefused = thrown instanceof AppError && thrown.owner !== 'gateway'
    const code = thrown instanceof AppError ? thrown.code : 'internal_error'
    await log.end(id, { outcome: isRefused ? 'refused' : 'failed', code, after: undefined })
    throw thrown
  }
}

/** Of what cannot be read there is no state: whether that is a fault, the method itself decides. */
async function stateBefore(
  request: unknown,
  description: ActDescription<unknown, unknown> | undefined,
): Promise<object | undefined> {
  try {
    return await description?.before?.(request)
  } catch {
    return undefined
  }
}

function roadOf(actor: Actor, description: ActDescription<unknown, unknown> | undefined): Act['road'] {
  return actor.kind === 'account' ? 'api' : (description?.road ?? 'mtg')
}

/** "/gateway.auth.v1.AccountAdminService/SetBuyerStatus" without what every name begins with. */
const actionOf = (path: string) => path.slice(path.lastIndexOf('.') + 1).replace('/', '.')
