import type { TestContext } from 'node:test'
import * as fc from 'fast-check'

/** A property of fast-check: one that awaits, or one that does not. */
type Property = fc.IAsyncProperty<never> | fc.IProperty<never>

/** `npm test` holds against the same inputs each time, so that no change fails for what it did not touch. */
const SEED_IN_CI = 20_261_122

/**
 * Holds a property against generated inputs: in CI so many of one seed, else as many of a new seed as `npm run fuzz -- --cases N`
 * says. The seed is printed before, and FUZZ_SEED (`--seed N`) repeats the inputs. `endOnFailure` shows the first failure as it was
 * found, where looking for a smaller one takes too long.
 */
export async function fuzz<Values>(
  context: TestContext,
  casesInCi: number,
  property: fc.IAsyncProperty<Values> | fc.IProperty<Values>,
  { endOnFailure = false } = {},
): Promise<void> {
  const numRuns = given('FUZZ_CASES') ?? casesInCi
  context.diagnostic(`${numRuns} cases`)
  await fc.assert(property as Property, { seed: fuzzSeed(context), numRuns, endOnFailure })
}

/** The seed for a test that draws its own inputs; printed, so that a run can be repeated. */
export function fuzzSeed(context: TestContext): number {
  const seed = given('FUZZ_SEED') ?? SEED_IN_CI
  context.diagnostic(`seed ${seed} (repeat with FUZZ_SEED=${seed})`)
  return seed
}

function given(variable: string): number | undefined {
  const value = process.env[variable]
  return value === undefined || value === '' ? undefined : Number(value)
}
