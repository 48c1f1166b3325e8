/** Prices of an app's paid tier, micro-USD. */
export interface TierPrices {
  /** Undefined: there is no paid tier. */
  readonly tierMicros: bigint | undefined
  /** Of tools that have one of their own. */
  readonly tools: ReadonlyMap<string, bigint>
}

/** The tool that stands for the price of the tier. */
const WHOLE_TIER = ''

/** A rise that is announced. */
export interface Rise {
  readonly tool: string
  readonly oldMicros: bigint
  readonly newMicros: bigint
  /** The tool loses its own price. */
  readonly fallsBack: boolean
  readonly effectiveAt: Date
}

/** A rise that was announced and is not written into the tables yet. */
export interface PendingRise extends Rise {
  readonly id: string
}

/** What prices are, and what their publisher wants them to be. */
export interface PriceWish {
  readonly written: TierPrices
  readonly pending: readonly PendingRise[]
  readonly wanted: TierPrices
  /** Somebody has bought the paid tier. */
  readonly hasBuyers: boolean
  readonly now: Date
  readonly noticeMs: number
}

/** What is to be written. */
export interface PricePlan extends TierPrices {
  /** Rises that hold already: they are in the prices to write. */
  readonly settledIds: readonly string[]
  /** Rises that will not come, or not as they were announced. */
  readonly cancelledIds: readonly string[]
  readonly announced: readonly Rise[]
}

/**
 * A cut holds at once. A rise is announced, once for as long as the same is wanted: one that becomes smaller keeps its day, one that
 * becomes greater gets a new notice period. Without buyers there is nobody to tell, and everything holds at once.
 */
export function planPrices(wish: PriceWish): PricePlan {
  const { wanted, hasBuyers, now } = wish
  const due = wish.pending.filter(rise => rise.effectiveAt <= now)
  const open = wish.pending.filter(rise => rise.effectiveAt > now)
  const settledIds = due.map(({ id }) => id)
  const current = risen(wish.written, due)
  const { tierMicros: tierNow } = current
  if (!hasBuyers || tierNow === undefined || wanted.tierMicros === undefined) {
    return { ...wanted, settledIds, cancelledIds: open.map(({ id }) => id), announced: [] }
  }

  const tier = decide(
    wish,
    { tool: WHOLE_TIER, now: tierNow, wanted: wanted.tierMicros, fallsBack: false, risesWithTier: false },
    open,
  )
  const tools = new Map<string, bigint>()
  const decisions = [tier]
  for (const tool of new Set([...current.tools.keys(), ...wanted.tools.keys()])) {
    const [own, asked] = [current.tools.get(tool), wanted.tools.get(tool)]
    const move = {
      tool,
      now: own ?? tierNow,
      wanted: asked ?? wanted.tierMicros,
      fallsBack: asked === undefined,
      risesWithTier: own === undefined,
    }
    const decision = decide(wish, move, open)
    decisions.push(decision)
    const price = decision.isAtOnce ? asked : own
    if (price !== undefined) tools.set(tool, price)
  }
  const keptIds = new Set(decisions.map(({ keptId }) => keptId))
  return {
    tierMicros: tier.isAtOnce ? wanted.tierMicros : tierNow,
    tools,
    settledIds,
    cancelledIds: open.filter(({ id }) => !keptIds.has(id)).map(({ id }) => id),
    announced: decisions.flatMap(({ rise }) => rise ?? []),
  }
}

/** What a publisher wants, as it was asked for last: prices with all that is announced. */
export function wantedPrices(written: TierPrices, pending: readonly PendingRise[]): TierPrices {
  return risen(written, pending)
}

function risen({ tierMicros, tools }: TierPrices, rises: readonly Rise[]): TierPrices {
  let tier = tierMicros
  const own = new Map(tools)
  for (const { tool, newMicros, fallsBack } of rises) {
    if (tool === WHOLE_TIER) tier = newMicros
    else if (fallsBack) own.delete(tool)
    else own.set(tool, newMicros)
  }
  return { tierMicros: tier, tools: own }
}

interface Move {
  readonly tool: string
  readonly now: bigint
  readonly wanted: bigint
  readonly fallsBack: boolean
  /** A tool without a price of its own: what is announced of its tier is announced of it. */
  readonly risesWithTier: boolean
}

interface Decision {
  readonly isAtOnce: boolean
  /** Of the rise that goes on as it was announced. */
  readonly keptId?: string
  readonly rise?: Rise
}

function decide({ now, noticeMs }: PriceWish, move: Move, open: readonly PendingRise[]): Decision {
  if (move.wanted <= move.now) return { isAtOnce: true }
  const own = open.find(({ tool }) => tool === move.tool)
  if (own?.newMicros === move.wanted && own.fallsBack === move.fallsBack) return { isAtOnce: false, keptId: own.id }
  const told = own ?? (move.risesWithTier ? open.find(({ tool }) => tool === WHOLE_TIER) : undefined)
  const isSmaller = told !== undefined && told.newMicros >= move.wanted
  const effectiveAt = isSmaller ? told.effectiveAt : new Date(now.getTime() + noticeMs)
  const { tool, wanted: newMicros, now: oldMicros, fallsBack } = move
  return { isAtOnce: false, rise: { tool, oldMicros, newMicros, fallsBack, effectiveAt } }
}
