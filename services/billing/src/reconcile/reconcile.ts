import { setTimeout as pause } from 'node:timers/promises'
import type { Database } from '@mtg/postgres'
import { type metering, type ServiceClient, toTimestamp } from '@mtg/rpc'
import { uuidv7Floor } from '@mtg/runtime'
import { type CapturedCall, digestCaptured, listCaptured, listCorrected, readCaptured } from './captured-calls.ts'

/** What reconciling found. */
export interface Findings {
  readonly captured: number
  /** Captured calls without usage record. */
  readonly missing: number
  /** Usage records without captured call: something is badly wrong. */
  readonly surplus: number
  /** Missing ones that have a record now. */
  readonly repaired: number
  /** Usage records of calls whose charge was given back later, which are gone now. */
  readonly retracted: number
}

/** What reconciling stands on. */
export interface ReconcileDeps {
  readonly db: Database
  readonly metering: ServiceClient<metering.UsageServiceDefinition>
}

/** Which calls, by the time in their ids. */
export interface Span {
  readonly fromMs: number
  readonly toMs: number
  /** Find only. */
  readonly dryRun: boolean
}

const RANGE_MS = 10 * 60_000
const RANGES_PER_REQUEST = 500
const PAGE_SIZE = 10_000
const RETRACTED_PER_REQUEST = 1000
const SECOND_LOOK_AFTER_MS = 1500
const TIMEOUT_MS = 20_000

/**
 * Compares captured calls with usage records, range by range of call ids: equal digests need no further look. Records
 * that are missing are rebuilt from the reservation and stored; storing one that arrives meanwhile is harmless. Records of
 * calls whose charge was given back after they were stored are taken away.
 */
export async function reconcile(deps: ReconcileDeps, span: Span): Promise<Findings> {
  const bounds = boundsOf(span)
  const retracted = span.dryRun ? 0 : await retractCorrected(deps, span.fromMs)
  const found = { captured: 0, missing: 0, surplus: 0, repaired: 0, retracted }
  for (let start = 0; start < bounds.length - 1; start += RANGES_PER_REQUEST) {
    const slice = bounds.slice(start, start + RANGES_PER_REQUEST + 1)
    const [ours, theirs] = await Promise.all([
      digestCaptured(deps.db, slice),
      deps.metering.DigestUsage({ bounds: slice }, { timeoutMs: TIMEOUT_MS }),
    ])
    for (const [index, our] of ours.entries()) {
      found.captured += Number(our.recordCount)
      const their = theirs.digests[index]
      if (our.recordCount === their?.recordCount && our.digest === their.digest) continue
      const range = await reconcileRange(deps, slice[index] ?? '', slice[index + 1] ?? '', span.dryRun)
      found.missing += range.missing
      found.surplus += range.surplus
      found.repaired += range.repaired
    }
  }
  return found
}

/**
 * A correction that follows a record's repair by a hair is not seen here, but by the next look: looks overlap by more than
 * a repair may take.
 */
async function retractCorrected(deps: ReconcileDeps, sinceMs: number): Promise<number> {
  const corrected = await listCorrected(deps.db, sinceMs)
  let retracted = 0
  for (let start = 0; start < corrected.length; start += RETRACTED_PER_REQUEST) {
    const callIds = corrected.slice(start, start + RETRACTED_PER_REQUEST)
    retracted += (await deps.metering.RetractUsage({ callIds }, { timeoutMs: TIMEOUT_MS })).retractedCount
  }
  return retracted
}

async function reconcileRange(deps: ReconcileDeps, from: string, to: string, dryRun: boolean) {
  let difference = await compare(deps, from, to)
  if (difference.missing.length > 0 || difference.surplus.length > 0) {
    // Records travel: what is only on its way is neither missing nor surplus.
    await pause(SECOND_LOOK_AFTER_MS)
    difference = await compare(deps, from, to)
  }
  const repaired = dryRun ? 0 : await repair(deps, difference.missing)
  return { missing: difference.missing.length, surplus: difference.surplus.length, repaired }
}

async function compare(
  deps: ReconcileDeps,
  from: string,
  to: string,
): Promise<{ missing: string[]; surplus: string[] }> {
  // Records first: a call that is captured in between must not look like a record without a call.
  const recorded = new Set(await listRecorded(deps, from, to))
  const captured = new Set(await listCaptured(deps.db, from, to))
  return {
    missing: [...captured].filter(callId => !recorded.has(callId)),
    surplus: [...recorded].filter(callId => !captured.has(callId)),
  }
}

async function listRecorded(deps: ReconcileDeps, from: string, to: string): Promise<string[]> {
  const callIds: string[] = []
  let next = from
  for (;;) {
    const request = { fromCallId: next, toCallId: to, pageSize: PAGE_SIZE }
    const page = await deps.metering.ListRecordedCalls(request, { timeoutMs: TIMEOUT_MS })
    // The first of a further page is the last of the page before.
    callIds.push(...page.callIds)
    const last = page.callIds.at(-1)
    if (page.callIds.length < PAGE_SIZE || last === undefined) return callIds
    next = last
  }
}

async function repair(deps: ReconcileDeps, callIds: readonly string[]): Promise<number> {
  const calls = await readCaptured(deps.db, callIds)
  let repaired = 0
  for (const call of calls) {
    await deps.metering.RecordUsage({ record: toRecord(call) }, { timeoutMs: TIMEOUT_MS })
    repaired += 1
  }
  return repaired
}

function toRecord(call: CapturedCall): metering.UsageRecord {
  return {
    callId: call.call_id,
    occurredAt: toTimestamp(call.resolved_at),
    buyerId: call.buyer_id,
    keyId: '',
    purchaseId: call.purchase_id,
    appId: call.app_id,
    publisherUsername: call.username,
    appName: call.app_name,
    adapter: call.adapter,
    operation: call.adapter === 'mcp' ? 'tools/call' : 'chat/completions',
    name: call.tool,
    tier: call.tier,
    chargedMicros: call.price_micros,
    totalTokens: call.total_tokens,
    durationMs: 0,
  }
}

function boundsOf({ fromMs, toMs }: Span): string[] {
  const first = Math.floor(fromMs / RANGE_MS) * RANGE_MS
  const bounds: string[] = []
  for (let at = first; at < toMs; at += RANGE_MS) bounds.push(uuidv7Floor(at))
  return [...bounds, uuidv7Floor(toMs)]
}
