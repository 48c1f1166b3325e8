import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type EdgeUnderTest, startEdgeUnderTest } from './edge-under-test.ts'

let edge: EdgeUnderTest

before(async () => {
  // Low, so that a slow machine is overloaded as well as a fast one.
  edge = await startEdgeUnderTest({
    SHED_ROUND_MS: '1',
    SHED_CALLS_PER_SECOND_MIN: '20',
    STRANGER_WAIT_MS: '60000',
  })
  edge.behind.buyerOf = credential => credential
})
after(() => edge.close())

const as = (key: string) => ({ headers: { authorization: `Bearer vnb-sk-key-of-${key}` } })

async function codeOf(key: string): Promise<string> {
  const { json, status, headers } = await edge.call(as(key))
  const code = json.error?.code ?? String(status)
  assert.equal(headers.get('retry-after'), code === 'overloaded' ? '1' : null)
  return code
}

/** Calls again and again on so many connections at once, until it is told to stop. */
function flood(key: string, atOnce: number) {
  const counts: Record<string, number> = {}
  const end = new AbortController()
  const caller = async () => {
    while (!end.signal.aborted) {
      const code = await codeOf(key)
      counts[code] = (counts[code] ?? 0) + 1
    }
  }
  const callers = Array.from({ length: atOnce }, caller)
  return {
    counts,
    async stop() {
      end.abort()
      await Promise.all(callers)
    },
  }
}

async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await condition())) await new Promise(resolve => setTimeout(resolve, 20))
}

test('a flooder is refused, a victim in the same edge is not, and afterwards nobody is', {
  timeout: 180_000,
}, async () => {
  const flooder = flood('flooder', 100)
  const victim: string[] = []
  await until(async () => {
    victim.push(await codeOf('victim'))
    return (flooder.counts['overloaded'] ?? 0) >= 100 && victim.length >= 20
  })
  await flooder.stop()
  assert.deepEqual([...new Set(victim)], ['200'])
  assert.deepEqual(Object.keys(flooder.counts).toSorted(), ['200', 'overloaded'], 'nobody is shut out for good')

  // The first that pass stand right below the ceiling, which rises step by step until there is none.
  await until(async () => {
    const codes: string[] = []
    for (let call = 0; call < 20; call += 1) codes.push(await codeOf('flooder'))
    return codes.every(code => code === '200')
  })
})

test('while a flooder is refused, a crowd of new callers from its address is not', { timeout: 180_000 }, async () => {
  const flooder = flood('second-flooder', 100)
  await until(() => (flooder.counts['overloaded'] ?? 0) >= 20)
  const newcomers: string[] = []
  await until(async () => {
    const group = Array.from({ length: 10 }, (_, index) => codeOf(`newcomer-${newcomers.length + index}`))
    newcomers.push(...(await Promise.all(group)))
    return newcomers.length >= 100
  })
  const refusedMeanwhile = flooder.counts['overloaded'] ?? 0
  await until(() => (flooder.counts['overloaded'] ?? 0) > refusedMeanwhile)
  await flooder.stop()
  assert.deepEqual([...new Set(newcomers)], ['200'])
})

test('one buyer alone may saturate the edge: no call is lost', { timeout: 180_000 }, async () => {
  const own = await startEdgeUnderTest({ SHED_ROUND_MS: '10' })
  try {
    const answers = await Promise.all(
      Array.from({ length: 64 }, async () => {
        const statuses: number[] = []
        for (let call = 0; call < 15; call += 1) statuses.push((await own.call()).status)
        return statuses
      }),
    )
    assert.deepEqual([...new Set(answers.flat())], [200])
  } finally {
    await own.close()
  }
})
