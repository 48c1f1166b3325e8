import type { ServiceRef } from '@mtg/contracts'
import { appError, type ErrorCode, toAppError } from '@mtg/errors'
import type {
  CallContext,
  Implementation,
  MethodName,
  ReceivedRequestOf,
  ReceivedResponseOf,
  ResponseOf,
} from '@mtg/rpc'
import type { Peers } from '../../clients/cells/peers.ts'
import type { CellBook } from '../../domain/cells.ts'
import type { SumWhole } from '../../use-cases/cells/sum-whole.ts'
import { answerHere, isHandler, limitsOf, type Question } from './answer-here.ts'

/** What one cell answered. */
export interface CellAnswer<Received> {
  readonly cell: string
  readonly answer: Received
}

/** Asks one cell, or all of them at once, the same method. */
export interface Asking<Request, Received> {
  readonly names: readonly string[]
  readonly home: string
  ownerOf(buyerId: string): string
  /** Whether the buyer has ever been moved: what is settled stays where it was. */
  hasMoved(buyerId: string): boolean
  one(cell: string, request: Request): Promise<Received>
  /** Rejects when any of them does. */
  every(request: Request): Promise<CellAnswer<Received>[]>
  /** Asks while nobody moves: of what moves with a buyer, each cell has its part then. */
  readonly sumWhole: SumWhole
  /** Has every cell take over what has changed in the catalogue. */
  spreadCatalogue(): Promise<void>
  /** Where what left one cell is not what arrived in another. */
  transferBreaches(): Promise<string[]>
  /** Learns the newest map: a cell said that a buyer is not there any more. */
  refreshMap(): Promise<void>
  /** The same for another method of this service. */
  other(method: string): Asking<unknown, unknown>
}

/** Which cell answers a method: the home cell, the one that owns a buyer, whoever knows it, or all of them together. */
type Route<Request, Response, Received> =
  /** `changes`: the catalogue, which every cell has before it is answered. */
  | { readonly kind: 'home'; readonly changes?: true }
  /** `silent`: where it finds nothing it does nothing, and does not say so. */
  | { readonly kind: 'buyer'; readonly buyerOf: (request: Request) => string; readonly silent?: true }
  /** The buyer's cell first, where the request names one; `unknown` is what a cell says that does not know it. */
  | {
      readonly kind: 'whoever knows'
      readonly buyerOf?: (request: Request) => string
      readonly unknown: ErrorCode
      readonly silent?: true
    }
  /** `ofBuyers`: what moves with them, so that it is asked while nobody does. */
  | {
      readonly kind: 'every'
      readonly merge: (answers: readonly CellAnswer<Received>[], request: Request) => Response
      readonly ofBuyers?: true
    }
  | {
      readonly kind: 'own way'
      /** Whom a request is about that is asked of one cell after the other. */
      readonly buyerOf?: (request: Request) => string
      readonly ask: (request: Request, asking: Asking<Request, Received>) => Promise<Response>
    }

/** The routes of a service's unary methods; its streams route item by item. */
export type Routes<Definition, Streams extends MethodName<Definition> = never> = {
  readonly [Name in Exclude<MethodName<Definition>, Streams>]: Route<
    ReceivedRequestOf<Definition, Name>,
    ResponseOf<Definition, Name>,
    ReceivedResponseOf<Definition, Name>
  >
}

/** The map of cells, and the other ones. */
export interface CellLinks {
  readonly book: CellBook
  readonly peers: Peers
  readonly transferBreaches: () => Promise<string[]>
  /** Asks while nobody moves. */
  readonly sumWhole: SumWhole
  /** Learns the newest map. */
  readonly refreshMap: () => Promise<void>
  /** Tells of a buyer who may have left this cell, or come; waits for one who is on the way. */
  readonly whereabouts: (
    buyerId: string,
    waitMs?: number,
  ) => Promise<{ readonly away: string | undefined; readonly hasCome: boolean }>
  /** Has every cell take over what has changed in the catalogue; ends when those have that are there. */
  readonly spreadCatalogue: () => Promise<void>
}

type AnyRoute = Route<unknown, unknown, unknown>

/** The same service, whose methods answer for all cells. What another cell hands on is answered by this one alone. */
export function routed<Definition, Streams extends MethodName<Definition> = never>(
  ref: ServiceRef<Definition>,
  own: Implementation,
  routes: Routes<Definition, Streams>,
  links: CellLinks,
): Implementation {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- each route is only ever given what its own method receives
  const routeOf = new Map(Object.entries(routes as unknown as Readonly<Record<string, AnyRoute>>))
  const handlers = Object.entries(own.handlers).map(([method, handler]) => {
    const route = routeOf.get(method)
    if (route === undefined || !isHandler(handler)) return [method, handler] as const
    const routedHandler = async (request: unknown, context: CallContext) => {
      const question: RoutedQuestion = { ref, own, routes: routeOf, links, context }
      return context.isForwarded
        ? await answerHere(question, method, request)
        : await follow(route, request, askingOf(question, method), links.book.name)
    }
    return [method, routedHandler] as const
  })
  return { ...own, handlers: Object.fromEntries(handlers) }
}

type RoutedQuestion = Question & { readonly links: CellLinks }

function askingOf(question: RoutedQuestion, method: string): Asking<unknown, unknown> {
  const { ref, context } = question
  const { book, peers } = question.links
  const definition = ref.definition[method]
  if (definition === undefined) throw new Error(`${ref.name} has no ${method}`)
  const one = async (cell: string, request: unknown): Promise<unknown> => {
    if (cell !== book.name) return await peers.handOn(cell, { ref, method }, request, limitsOf(context))
    const answer = await answerHere(question, method, request)
    // As it would come from another cell: every field is there.
    return definition.responseDeserialize(definition.responseSerialize(answer))
  }
  return {
    names: book.names,
    home: book.names[0] ?? book.name,
    ownerOf: buyerId => book.ownerOf(buyerId),
    hasMoved: buyerId => book.current().moved.has(buyerId.toLowerCase()),
    one,
    every: request => Promise.all(book.names.map(async cell => ({ cell, answer: await one(cell, request) }))),
    sumWhole: question.links.sumWhole,
    spreadCatalogue: question.links.spreadCatalogue,
    transferBreaches: question.links.transferBreaches,
    refreshMap: question.links.refreshMap,
    other: another => askingOf(question, another),
  }
}

async function follow(route: AnyRoute, request: unknown, asking: Asking<unknown, unknown>, own: string) {
  if (route.kind === 'home') {
    const answer = await asking.one(asking.home, request)
    if (route.changes === true) await asking.spreadCatalogue()
    return answer
  }
  if (route.kind === 'buyer') return await asking.one(asking.ownerOf(route.buyerOf(request)), request)
  if (route.kind === 'every') {
    const ask = () => asking.every(request)
    return route.merge(await (route.ofBuyers === true ? asking.sumWhole(ask) : ask()), request)
  }
  if (route.kind === 'own way') return await route.ask(request, asking)
  const buyerId = route.buyerOf?.(request) ?? ''
  const first = buyerId === '' ? own : asking.ownerOf(buyerId)
  return await askUntilKnown([first, ...asking.names.filter(name => name !== first)], route.unknown, cell =>
    asking.one(cell, request),
  )
}

/** The first answer of a cell that knows what is asked about. Where none does, one that is away may: that is told instead. */
export async function askUntilKnown<Answer>(
  cells: readonly string[],
  unknown: ErrorCode,
  ask: (cell: string) => Promise<Answer>,
): Promise<Answer> {
  let failure: unknown
  for (const cell of cells) {
    try {
      return await ask(cell)
    } catch (thrown) {
      const { code } = toAppError(thrown)
      if (code !== unknown && code !== 'cell_unavailable') throw thrown
      if (code !== unknown || failure === undefined) failure = thrown
    }
  }
  throw failure ?? appError('internal_error', { detail: { reason: 'there are no cells' } })
}
