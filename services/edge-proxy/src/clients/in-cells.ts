import type { CellRoutes } from '@mtg/cells'
import type { AttemptsClient } from './attempts.ts'
import type { BillingClient } from './billing.ts'
import type { PurchasesClient } from './purchases.ts'
import type { QuotesClient } from './quotes.ts'
import type { TasksClient } from './tasks.ts'

/** Makes a client of one kind to an address of billing. */
type Connect<Client> = (address: string) => Client

/** Which cell owns whom, and where billing is as long as that is not known. */
export interface BillingPlaces {
  readonly routes: Pick<CellRoutes, 'addressFor'>
  readonly address: string
}

interface Closing {
  close(): void
}

/** A client to each cell, made when the first of its buyers calls. Where there is one billing only there is one client. */
class CellClients<Client extends Closing> {
  readonly #clients = new Map<string, Client>()
  readonly #connect: Connect<Client>
  readonly #places: BillingPlaces

  constructor(places: BillingPlaces, connect: Connect<Client>) {
    this.#places = places
    this.#connect = connect
    this.#to(places.address)
  }

  of(buyerId: string): Client {
    return this.#to(this.#places.routes.addressFor(buyerId) ?? this.#places.address)
  }

  ofAny(): Client {
    return this.#to(this.#places.address)
  }

  close(): void {
    for (const client of this.#clients.values()) client.close()
  }

  #to(address: string): Client {
    const known = this.#clients.get(address)
    if (known !== undefined) return known
    const opened = this.#connect(address)
    this.#clients.set(address, opened)
    return opened
  }
}

/** Reserving and settling, each in the cell of its buyer. */
export function billingInCells(places: BillingPlaces, connect: Connect<BillingClient>): BillingClient {
  const cells = new CellClients(places, connect)
  return {
    reserve: (request, span) => cells.of(request.buyerId).reserve(request, span),
    capture: (call, totalTokens, span) => cells.of(call.buyerId).capture(call, totalTokens, span),
    captureAgain: (call, totalTokens, span) => cells.of(call.buyerId).captureAgain(call, totalTokens, span),
    release: (call, reason, outcome, span) => cells.of(call.buyerId).release(call, reason, outcome, span),
    releaseAgain: (call, reason, outcome) => cells.of(call.buyerId).releaseAgain(call, reason, outcome),
    reserveAhead: (call, callIds) => cells.of(call.buyerId).reserveAhead(call, callIds),
    reserveNext: call => cells.of(call.buyerId).reserveNext(call),
    noteUnderWay: call => cells.of(call.buyerId).noteUnderWay(call),
    releaseAhead: (buyerId, callIds, places) => cells.of(buyerId).releaseAhead(buyerId, callIds, places),
    close: () => cells.close(),
  }
}

/** Attempts, each in the cell of its buyer. */
export function attemptsInCells(places: BillingPlaces, connect: Connect<AttemptsClient>): AttemptsClient {
  const cells = new CellClients(places, connect)
  return {
    begin: (call, fingerprint) => cells.of(call.buyerId).begin(call, fingerprint),
    renew: call => cells.of(call.buyerId).renew(call),
    finish: (call, answer) => cells.of(call.buyerId).finish(call, answer),
    abandon: (call, outcome) => cells.of(call.buyerId).abandon(call, outcome),
    close: () => cells.close(),
  }
}

/** Tasks, each in the cell of its buyer; due ones of all cells. */
export function tasksInCells(places: BillingPlaces, connect: Connect<TasksClient>): TasksClient {
  const cells = new CellClients(places, connect)
  return {
    keep: (call, taskId, ttlMs, span) => cells.of(call.buyerId).keep(call, taskId, ttlMs, span),
    confirm: call => cells.of(call.buyerId).confirm(call),
    find: (question, span) => cells.of(question.buyerId).find(question, span),
    leaseDue: countMax => cells.ofAny().leaseDue(countMax),
    close: () => cells.close(),
  }
}

/** Purchases, each in the cell of its buyer. */
export function purchasesInCells(places: BillingPlaces, connect: Connect<PurchasesClient>): PurchasesClient {
  const cells = new CellClients(places, connect)
  return {
    hasPurchase: (buyerId, app) => cells.of(buyerId).hasPurchase(buyerId, app),
    close: () => cells.close(),
  }
}

/** Quotes, each of the cell of its buyer. */
export function quotesInCells(places: BillingPlaces, connect: Connect<QuotesClient>): QuotesClient {
  const cells = new CellClients(places, connect)
  return { quote: request => cells.of(request.buyerId).quote(request), close: () => cells.close() }
}
