import { type billing, services } from '@mtg/contracts'
import { fromTimestamp } from '@mtg/rpc'
import type { CallDigest, CapturedCall } from '../../domain/captured-call.ts'
import type { CapturedCalls, CorrectedPosition } from '../../domain/captured-calls.ts'
import type { Peers } from './peers.ts'

const LIMITS = { timeoutMs: 20_000 }
const ref = services.billing.CellPeerService

/** The captured calls of another cell. */
export function capturedCallsIn(peers: Peers, cell: string): CapturedCalls {
  return {
    async digest(bounds) {
      const { digests } = await peers.ask(cell, { ref, method: 'DigestCaptured' }, { bounds: [...bounds] }, LIMITS)
      return digests.map(({ callCount, digest }) => ({ callCount: Number(callCount), digest }))
    },
    async list({ from, to }) {
      const request = { fromCallId: from, toCallId: to }
      return (await peers.ask(cell, { ref, method: 'ListCaptured' }, request, LIMITS)).callIds
    },
    async read(callIds) {
      const { calls } = await peers.ask(cell, { ref, method: 'ReadCaptured' }, { callIds: [...callIds] }, LIMITS)
      return calls.map(toCall)
    },
    async findUnknown(callIds) {
      const request = { callIds: [...callIds] }
      return (await peers.ask(cell, { ref, method: 'FindUnknownCalls' }, request, LIMITS)).callIds
    },
    async listCorrected({ correctedAt, callId }, limit) {
      const request = { afterCorrectedAt: correctedAt, afterCallId: callId, pageSize: limit }
      return (await peers.ask(cell, { ref, method: 'ListCorrectedCalls' }, request, LIMITS)).calls
    },
  }
}

function toCall(call: billing.CapturedCall__Output): CapturedCall {
  return {
    callId: call.callId,
    resolvedAt: fromTimestamp(call.resolvedAt) ?? new Date(0),
    durationMs: call.durationMs,
    buyerId: call.buyerId,
    purchaseId: call.purchaseId,
    appId: call.appId,
    publisherUsername: call.publisherUsername,
    appName: call.appName,
    adapter: call.adapter === 'llm' ? 'llm' : 'mcp',
    keyId: call.keyId === '' ? null : call.keyId,
    name: call.name,
    tier: call.tier === 'paid' ? 'paid' : 'free',
    priceMicros: BigInt(call.priceMicros),
    totalTokens: BigInt(call.totalTokens),
  }
}

/** Those of several places as if they were one. A call is in one of them at most. */
export function allCapturedCalls(parts: readonly CapturedCalls[]): CapturedCalls {
  return {
    async digest(bounds) {
      const digests = await Promise.all(parts.map(part => part.digest(bounds)))
      return bounds.slice(1).map((_, range) => addDigests(digests.map(ofPart => ofPart[range])))
    },
    list: async range => (await Promise.all(parts.map(part => part.list(range)))).flat(),
    read: async callIds => (await Promise.all(parts.map(part => part.read(callIds)))).flat(),
    async findUnknown(callIds) {
      const unknown = await Promise.all(parts.map(async part => new Set(await part.findUnknown(callIds))))
      return callIds.filter(callId => unknown.every(ofPart => ofPart.has(callId)))
    },
    async listCorrected(after, limit) {
      const pages = await Promise.all(parts.map(part => part.listCorrected(after, limit)))
      return pages.flat().sort(inOrder).slice(0, limit)
    },
  }
}

/** Digests are exclusive ors of hashes, so that those of parts make that of the whole. */
function addDigests(digests: readonly (CallDigest | undefined)[]): CallDigest {
  return {
    callCount: digests.reduce((sum, digest) => sum + (digest?.callCount ?? 0), 0),
    digest: digests.reduce((sum, digest) => sum ^ BigInt(digest?.digest ?? 0), 0n).toString(),
  }
}

function inOrder(a: CorrectedPosition, b: CorrectedPosition): number {
  return Date.parse(a.correctedAt) - Date.parse(b.correctedAt) || (a.callId < b.callId ? -1 : 1)
}
