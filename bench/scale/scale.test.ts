import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createRandom } from '../random.ts'
import { defaultCosts, defaultTimes } from './costs.ts'
import { authLookups, createDemand, spread } from './demand.ts'
import { planFor } from './plan.ts'
import { runShard, type ShardOptions } from './shard-run.ts'

const seed = Number(process.env.SCALE_SEED ?? Math.floor(Math.random() * 2 ** 32))

test('no call is lost between buyers and shards', () => {
  const demand = createDemand(50_000, 10_000, 0.8)
  const sum = (values: Float64Array) => values.reduce((total, value) => total + value, 0)
  assert.ok(Math.abs(sum(demand.perBuyer) - 50_000) < 1e-6)
  assert.ok(Math.abs(sum(spread(demand, 7, createRandom(seed))) - 50_000) < 1e-6)
})

test('edges that remember callers ask less, and never more than there are calls', () => {
  const demand = createDemand(10_000, 1000, 0.8)
  assert.ok(Math.abs(authLookups(demand, 10, 0) - 10_000) < 1e-6)
  const remembered = authLookups(demand, 10, 5)
  assert.ok(remembered < 2000 && remembered > 500, String(remembered))
})

const shard: ShardOptions = {
  seed,
  callsPerSecond: 10_000,
  seconds: 2,
  cores: 4,
  billings: 2,
  postgresMicros: 100,
  times: defaultTimes,
  hotShare: 0,
  routing: 'by buyer',
  publisherMs: 50,
}

test('a shard below its capacity finishes every call, and uses the processors that its calls cost', () => {
  const run = runShard(shard)
  assert.equal(run.finished, run.arrived)
  assert.ok(Math.abs(run.arrived - 20_000) < 600, String(run.arrived))
  const ofCalls = (shard.callsPerSecond * shard.postgresMicros) / 1e6 / shard.cores
  assert.ok(run.utilisation > ofCalls * 0.95 && run.utilisation < 1, String(run.utilisation))
  // Two commits cannot be had for less.
  assert.ok(Math.min(...run.addedMs) >= 2 * (defaultTimes.commitMs + defaultTimes.overheadMs))
})

test('the same seed gives the same run', () => {
  assert.deepEqual(runShard(shard), runShard(shard))
})

test('more load makes larger batches before it makes more work; too much load is not finished', () => {
  const [few, many, tooMany] = [2000, 20_000, 100_000].map(callsPerSecond => runShard({ ...shard, callsPerSecond }))
  assert.ok(few && many && tooMany)
  assert.ok(many.meanBatch > few.meanBatch)
  assert.ok(tooMany.utilisation > 0.9 && tooMany.finished < tooMany.arrived)
})

test('a hot wallet waits for its own commits, and the others with it', () => {
  const [cold, hot] = [runShard(shard), runShard({ ...shard, hotShare: 1 })]
  assert.ok(hot.meanBatch > cold.meanBatch)
  assert.equal(hot.finished, hot.arrived)
})

test('a hot wallet holds up fewer of the others when its calls all go to one process', () => {
  const options = { ...shard, billings: 4, hotShare: 0.3 }
  const [byBuyer, roundRobin] = [runShard(options), runShard({ ...options, routing: 'round robin' })]
  const mean = ({ addedMs }: { addedMs: readonly number[] }) =>
    addedMs.reduce((sum, ms) => sum + ms, 0) / addedMs.length
  assert.ok(mean(byBuyer) < mean(roundRobin), `${mean(byBuyer)} and ${mean(roundRobin)} ms`)
})

test('a plan leaves the headroom that was asked for, on the fullest shard too', () => {
  const demand = createDemand(200_000, 100_000, 0.6)
  const options = {
    costs: defaultCosts,
    times: defaultTimes,
    utilisationMax: 0.5,
    databaseCores: 16,
    shardCallsMax: 50_000,
    authTtlSeconds: 5,
  }
  const plan = planFor(demand, options, createRandom(seed))
  assert.ok(plan.fullestShard <= 50_000)
  assert.ok(plan.fullestShard * defaultCosts.postgres <= 16 * 1e6 * 0.5)
  assert.ok((200_000 * defaultCosts.edge) / plan.edges <= 1e6 * 0.5)
  assert.ok(plan.billings >= 2 * plan.billingShards)
  const double = planFor(createDemand(400_000, 100_000, 0.6), options, createRandom(seed))
  assert.ok(double.edges >= 2 * plan.edges - 1 && double.billingShards > plan.billingShards)
})
