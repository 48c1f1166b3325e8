import { appError } from '@mtg/errors'
import type { AccountId, BuyerId } from '@mtg/primitives'
import type { LiveEvent, Mark, WalletMark } from '../../domain/live.ts'

/** Where the present is read: each question is asked once for everybody who is looking. */
export interface LiveSources {
  readonly wallets: (buyerIds: readonly BuyerId[]) => Promise<readonly WalletMark[]>
  readonly calls: (buyerIds: readonly BuyerId[]) => Promise<readonly Mark[]>
  readonly keys: (buyerIds: readonly BuyerId[]) => Promise<readonly Mark[]>
  /** Which of these sessions still are. */
  readonly sessions: (sessionIds: readonly string[]) => Promise<ReadonlySet<string>>
}

/** Somebody who is looking. */
export interface Watcher {
  readonly accountId: AccountId
  readonly sessionId: string
  /** Undefined: the account is no buyer, and hears of nothing but its end. */
  readonly buyerId: BuyerId | undefined
  send(event: LiveEvent): void
  /** The session is over, or this process. */
  end(): void
}

/** Everybody who is looking, and what they are told. */
export interface LiveAccounts {
  /** Tells everything once, and then what changes, until the returned function is called. Too many are `overloaded`. */
  add(watcher: Watcher): () => void
  /** Reads the present, and tells who is concerned. Rejects when something could not be read; the rest was told all the same. */
  look(): Promise<void>
  /** Ends all. */
  close(): void
}

/** How many may look. */
export interface LiveBounds {
  readonly ofAccountMax: number
  readonly max: number
}

const BUYERS_AT_ONCE = 500

/** Makes an empty table. */
export function createLiveAccounts(sources: LiveSources, bounds: LiveBounds): LiveAccounts {
  const watchers = new Set<Watcher>()
  const told = new WeakMap<Watcher, Map<LiveEvent['name'], string>>()
  let isClosed = false

  function add(watcher: Watcher): () => void {
    const ofAccount = [...watchers].filter(({ accountId }) => accountId === watcher.accountId).length
    if (isClosed || watchers.size >= bounds.max || ofAccount >= bounds.ofAccountMax) throw appError('overloaded')
    watchers.add(watcher)
    told.set(watcher, new Map())
    return () => watchers.delete(watcher)
  }

  function tell(buyerId: BuyerId, event: LiveEvent, state: string, asked: ReadonlySet<Watcher>): void {
    for (const watcher of asked) {
      if (watcher.buyerId !== buyerId || !watchers.has(watcher)) continue
      const known = told.get(watcher)
      if (known?.get(event.name) === state) continue
      known?.set(event.name, state)
      watcher.send(event)
    }
  }

  const tellWallets = (asked: ReadonlySet<Watcher>) => (marks: readonly WalletMark[]) => {
    for (const { buyerId, wallet, purchasesMark } of marks) {
      tell(buyerId, { name: 'wallet', wallet }, `${wallet.balanceMicros}.${wallet.heldMicros}`, asked)
      tell(buyerId, { name: 'purchases' }, purchasesMark, asked)
    }
  }

  const tellMarks = (name: 'calls' | 'keys', asked: ReadonlySet<Watcher>) => (marks: readonly Mark[]) => {
    for (const { buyerId, mark } of marks) tell(buyerId, { name }, mark, asked)
  }

  async function endOver(asked: ReadonlySet<Watcher>): Promise<void> {
    const live = await sources.sessions([...new Set([...asked].map(({ sessionId }) => sessionId))])
    for (const watcher of asked) if (!live.has(watcher.sessionId)) watcher.end()
  }

  return {
    add,
    async look() {
      if (watchers.size === 0) return
      // Who comes meanwhile is told by the next look: what is being read now may be older than what their page has read.
      const asked = new Set(watchers)
      const buyerIds = [...new Set([...asked].flatMap(({ buyerId }) => buyerId ?? []))]
      const questions = chunksOf(buyerIds).flatMap(chunk => [
        sources.wallets(chunk).then(tellWallets(asked)),
        sources.calls(chunk).then(tellMarks('calls', asked)),
        sources.keys(chunk).then(tellMarks('keys', asked)),
      ])
      const answers = await Promise.allSettled([endOver(asked), ...questions])
      const failed = answers.find(answer => answer.status === 'rejected')
      if (failed !== undefined) throw failed.reason
    },
    close() {
      isClosed = true
      for (const watcher of watchers) watcher.end()
    },
  }
}

function chunksOf(ids: readonly BuyerId[]): BuyerId[][] {
  const count = Math.ceil(ids.length / BUYERS_AT_ONCE)
  return Array.from({ length: count }, (_, index) => ids.slice(index * BUYERS_AT_ONCE, (index + 1) * BUYERS_AT_ONCE))
}
