/** A buyer's account and its key. */
export interface Account {
  readonly email: string
  readonly key: string
}

/** Who an attack is made by. Every attack has its own, so that several at once do not stand in each other's way. */
export interface Attacker {
  /** Has bought every app and has an empty wallet. */
  readonly poor: Account
  /** The same with money. */
  readonly rich: Account
  /** Apps of the attacker's own publisher: "publisher/app". */
  readonly mcpApp: string
  readonly llmApp: string
  /** Where that publisher is called. Nobody listens there until the attack does: `startRawPublisher(publisherPort)`. */
  readonly publisherPort: number
}

/** What an attack knows of the system. It is plain data, because attacks run in a process of their own. */
export interface Target {
  /** Origin of the edge. */
  readonly baseUrl: string
  /** gRPC addresses by service: auth, billing, metering, oauth, edge. */
  readonly grpc: Readonly<Record<string, string>>
  /** Origins of the operations ports by process: "edge-proxy", "billing" and so on. */
  readonly ops: Readonly<Record<string, string>>
  readonly servers: { readonly databaseUrl: string; readonly redisUrl: string; readonly natsUrl: string }
  /** What the edge itself knows, for whoever has taken it over: its secret on gRPC, and its login at NATS. */
  readonly edge: { readonly secret: string; readonly natsUrl: string }
  /** What this system's subjects and streams begin with. */
  readonly natsPrefix: string
  /** The victim's apps, which everybody may buy: "publisher/app". */
  readonly victim: { readonly mcpApp: string; readonly llmApp: string }
  readonly attacker: Attacker
  /** For whatever an attack draws by lot. */
  readonly seed: number
}

/** Counts what an attack did and what it got: "402 insufficient_balance", "cut off". Only short words from a closed set. */
export interface Tally {
  add(what: string, count?: number): void
}

/** Something that must hurt nobody but its maker. The file in `attacks/` is called as the attack is. */
export interface Attack {
  readonly name: string
  /** In a few words, for the siege's table. */
  readonly about: string
  /** Goes on until the signal, at a bounded rate. What the system refuses is tallied; what it throws breaks the trial. */
  run(target: Target, signal: AbortSignal, tally: Tally): Promise<void>
}
