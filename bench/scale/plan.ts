import type { Random } from '../random.ts'
import type { CostsPerCall, StatementTimes } from './costs.ts'
import { authLookups, type Demand, spread } from './demand.ts'
import { BATCH_MAX } from './shard-run.ts'

/** How large machines are, and how full they may be. */
export interface PlanOptions {
  readonly costs: CostsPerCall
  readonly times: StatementTimes
  /** Highest share of its processor that a process may need at the planned rate; the rest is for peaks and lost machines. */
  readonly utilisationMax: number
  /** Processors of one database server. */
  readonly databaseCores: number
  /** Calls a second of one database server at most, whatever its processors: it has one log and one disk for it. */
  readonly shardCallsMax: number
  /** How long edges remember callers. */
  readonly authTtlSeconds: number
}

/** Processes needed of each kind; database servers, Redis masters and NATS servers among them. */
export interface Plan {
  readonly edges: number
  readonly auths: number
  readonly billings: number
  readonly meterings: number
  readonly billingShards: number
  readonly usageShards: number
  readonly redisMasters: number
  readonly natsServers: number
  /** Calls a second of the fullest billing shard, and of the mean one. */
  readonly fullestShard: number
  readonly meanShard: number
  /** Calls a second of the busiest buyer, and what one wallet can bear: its statements come one after the other. */
  readonly busiestBuyer: number
  readonly walletMax: number
  /** CPU of all, cores. */
  readonly cores: number
}

/** JetStream keeps each event on three servers. */
const NATS_COPIES = 3
const NATS_SERVERS_MIN = 3
/** So that a hot wallet has company in only a few batches. */
const BILLINGS_PER_SHARD_MIN = 6
const REDIS_MASTERS_MIN = 3

/** How many of everything a demand takes. */
export function planFor(demand: Demand, options: PlanOptions, random: Random): Plan {
  const { costs, utilisationMax, databaseCores } = options
  const rate = demand.callsPerSecond
  const processes = (perSecond: number, micros: number) =>
    Math.max(2, Math.ceil((perSecond * micros) / (1e6 * utilisationMax)))
  const edges = processes(rate, costs.edge)
  const lookups = authLookups(demand, edges, options.authTtlSeconds)
  const shardCapacity = Math.min(options.shardCallsMax, (databaseCores * 1e6 * utilisationMax) / costs.postgres)
  const { billingShards, perShard } = shardsFor(demand, shardCapacity, random)
  return {
    edges,
    auths: processes(lookups, costs.auth),
    billings: Math.max(BILLINGS_PER_SHARD_MIN * billingShards, processes(rate, costs.billing)),
    meterings: processes(rate, costs.metering),
    billingShards,
    usageShards: Math.max(1, Math.ceil((rate * costs.usagePostgres) / (databaseCores * 1e6 * utilisationMax))),
    redisMasters: Math.max(REDIS_MASTERS_MIN, processes(rate, costs.redis)),
    natsServers: Math.max(NATS_SERVERS_MIN, processes(rate * NATS_COPIES, costs.nats)),
    fullestShard: Math.max(...perShard),
    meanShard: rate / billingShards,
    busiestBuyer: demand.perBuyer[0] ?? 0,
    walletMax: walletMax(options),
    cores: coresOf(rate, lookups, costs),
  }
}

/** Full batches, reserve and capture in turn, none beginning before the one before is on disk. */
function walletMax({ costs, times }: PlanOptions): number {
  const pairMs = 2 * (times.overheadMs + times.commitMs) + (BATCH_MAX * costs.postgres) / 1000
  return (BATCH_MAX / pairMs) * 1000
}

/** So many that even the fullest one is not too full: buyers are not alike, and each lives on one shard. */
function shardsFor(demand: Demand, capacity: number, random: Random) {
  let billingShards = Math.max(1, Math.ceil(demand.callsPerSecond / capacity))
  for (;;) {
    const perShard = spread(demand, billingShards, random)
    if (Math.max(...perShard) <= capacity || (demand.perBuyer[0] ?? 0) > capacity) return { billingShards, perShard }
    billingShards = Math.ceil(billingShards * 1.05)
  }
}

function coresOf(rate: number, lookups: number, costs: CostsPerCall): number {
  const { edge, billing, metering, postgres, usagePostgres, redis, nats } = costs
  const perCall = edge + billing + metering + postgres + usagePostgres + redis + nats * NATS_COPIES
  return (rate * perCall + lookups * costs.auth) / 1e6
}
