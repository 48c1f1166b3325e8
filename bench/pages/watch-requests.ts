import type { Page, Request } from 'playwright-core'

/** What a page asks of the API. */
export interface RequestWatch {
  /** Resolves once everything has been answered that was asked for. */
  answered(): Promise<void>
  /** What was answered that it could not be done, or not now. */
  readonly failures: readonly string[]
}

const API = '/api/v1/'
/** It is never over. */
const EVENTS = '/api/v1/events'
const TOO_MANY_REQUESTS = 429

/** Watches the requests of a page to the API from now on. */
export function watchRequests(page: Page): RequestWatch {
  const pending = new Set<Request>()
  const failures: string[] = []
  let wake: () => void = () => {}
  const pathOf = (request: Request) => new URL(request.url()).pathname
  const end = (request: Request) => {
    pending.delete(request)
    if (pending.size === 0) wake()
  }
  page.on('request', request => {
    const path = pathOf(request)
    if (path.startsWith(API) && path !== EVENTS) pending.add(request)
  })
  page.on('requestfinished', end)
  page.on('requestfailed', end)
  page.on('response', response => {
    if (response.status() >= TOO_MANY_REQUESTS) failures.push(`${pathOf(response.request())}: ${response.status()}`)
  })
  return {
    async answered() {
      if (pending.size === 0) return
      await new Promise<void>(resolve => {
        wake = resolve
      })
    },
    failures,
  }
}
