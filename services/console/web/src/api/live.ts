import type { QueryClient } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { isRecord } from '../lib/json.ts'
import { accountQuery, type Wallet, walletQuery } from './queries.ts'

/** What is asked for anew when something has moved; lists that their reader has stopped say so in their `meta`. */
const CONCERNED = {
  wallet: [['wallet', 'entries'], ['wallet', 'top-ups'], ['statements']],
  purchases: [['purchases']],
  calls: [['calls'], ['usage'], ['outcomes'], ['keys']],
  keys: [['keys']],
} as const

type Name = keyof typeof CONCERNED
const names: readonly Name[] = ['wallet', 'purchases', 'calls', 'keys']

/** Of a busy account everything moves all the time: pages ask no oftener than this. */
const ASK_AGAIN_MS = 2_000
const COME_AGAIN_MS = 15_000

let isLive = false
const listeners = new Set<() => void>()

function setLive(live: boolean): void {
  if (live === isLive) return
  isLive = live
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** How often to ask by oneself: never while news come by themselves. */
export function useRefreshMs(intervalMs: number): number | false {
  return useSyncExternalStore(subscribe, () => isLive) ? false : intervalMs
}

/**
 * Hears of what moves in the account while the page is seen: a browser has few connections to one place, and windows behind others
 * need none. Who comes again is told everything.
 */
export function listenToAccount(client: QueryClient): () => void {
  const ask = createAsking(client)
  let source: EventSource | undefined
  let later: ReturnType<typeof setTimeout> | undefined

  function stop(): void {
    clearTimeout(later)
    source?.close()
    source = undefined
    setLive(false)
  }

  function failed(): void {
    setLive(false)
    // A stream that has broken is opened again by the browser; one that was refused is not.
    if (source?.readyState !== EventSource.CLOSED) return
    stop()
    void client.invalidateQueries({ queryKey: accountQuery.queryKey })
    later = setTimeout(follow, COME_AGAIN_MS)
  }

  function follow(): void {
    stop()
    if (document.visibilityState === 'hidden') return
    source = new EventSource('/api/v1/events')
    source.addEventListener('open', () => setLive(true))
    source.addEventListener('error', failed)
    for (const name of names) {
      source.addEventListener(name, ({ data }) => {
        if (name === 'wallet') takeWallet(client, String(data))
        ask(name)
      })
    }
  }

  document.addEventListener('visibilitychange', follow)
  follow()
  return () => {
    document.removeEventListener('visibilitychange', follow)
    stop()
  }
}

/** The wallet comes with its event: nothing has to be asked for. */
function takeWallet(client: QueryClient, text: string): void {
  const wallet: unknown = JSON.parse(text)
  if (isWallet(wallet)) client.setQueryData(walletQuery.queryKey, wallet)
}

const isWallet = (value: unknown): value is Wallet =>
  isRecord(value) && ['balance', 'held', 'available'].every(field => typeof value[field] === 'string')

/** Asks at once, and what is wanted again soon after, once at the end of a while. */
function createAsking(client: QueryClient): (name: Name) => void {
  const wanted = new Set<Name>()
  const resting = new Set<Name>()

  function ask(name: Name): void {
    if (resting.has(name)) {
      wanted.add(name)
      return
    }
    resting.add(name)
    for (const queryKey of CONCERNED[name]) {
      void client.invalidateQueries({ queryKey, predicate: ({ meta }) => meta?.isStill !== true })
    }
    setTimeout(() => {
      resting.delete(name)
      if (wanted.delete(name)) ask(name)
    }, ASK_AGAIN_MS)
  }

  return ask
}
