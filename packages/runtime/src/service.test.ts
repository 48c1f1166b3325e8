import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { freePort } from '@mtg/embedded'
import { compileCache } from '@mtg/testing'

/** Far more than a stop takes, and less than the time that exporting to a collector is given by default. */
const STOP_MS_MAX = 8000

const fixture = fileURLToPath(new URL('service.fixture.ts', import.meta.url))

/** Starts the fixture with nothing but these settings; where compiled code is kept is none of them. */
function start(settings: Readonly<Record<string, string>>, ...args: string[]) {
  const child = spawn(process.execPath, [fixture, ...args], { env: { ...compileCache(), ...settings }, stdio: 'pipe' })
  const output = { stdout: '', stderr: '' }
  const watchers = new Set<() => void>()
  for (const name of ['stdout', 'stderr'] as const) {
    child[name].on('data', (chunk: Buffer) => {
      output[name] += chunk.toString()
      for (const watch of watchers) watch()
    })
  }
  return {
    child,
    /** Resolves when the service has logged the sentence. */
    logged: (sentence: string) =>
      new Promise<void>(resolve => {
        const watch = () => {
          if (output.stdout.includes(`"msg":"${sentence}"`)) resolve()
        }
        watchers.add(watch)
        watch()
      }),
    async exit() {
      const [code] = (await once(child, 'close')) as [number | null]
      return { code, ...output }
    },
  }
}

const sentences = (stdout: string) =>
  stdout
    .split('\n')
    .filter(line => line !== '')
    .map(line => (JSON.parse(line) as { msg: string }).msg)

test('every wrong setting is told at once, with its meaning, before anything starts', async () => {
  const { code, stdout, stderr } = await start({ FAULT: 'flood', DRAIN_TIMEOUT_MS: 'soon' }).exit()
  assert.equal(code, 1)
  assert.equal(stdout, '')
  assert.match(stderr, /^fixture: settings are missing or wrong:$/m)
  assert.match(stderr, /^ {2}LABEL: is not set \(any text\)$/m)
  assert.match(stderr, /^ {2}FAULT: .* \(what goes wrong\)$/m)
  assert.match(stderr, /^ {2}DRAIN_TIMEOUT_MS: must be a number/m)
})

test('--help lists every setting and starts nothing', async () => {
  const { code, stdout } = await start({}, '--help').exit()
  assert.equal(code, 0)
  assert.match(stdout, /^ {2}LABEL +any text$/m)
  assert.match(stdout, /^ {2}LOG_LEVEL +lowest level that is logged$/m)
})

for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  test(`${signal} drains once, however often it comes, and ends well`, async () => {
    const service = start({ LABEL: 'x' })
    await service.logged('started')
    service.child.kill(signal)
    service.child.kill(signal)
    const { code, stdout } = await service.exit()
    assert.equal(code, 0)
    assert.deepEqual(sentences(stdout), ['started', 'draining', 'closing', 'stopped'])
  })
}

test('a drain that does not end is cut off at its bound', async () => {
  const service = start({ LABEL: 'x', FAULT: 'close', DRAIN_TIMEOUT_MS: '50' })
  await service.logged('started')
  service.child.kill('SIGTERM')
  const { code, stdout } = await service.exit()
  assert.equal(code, 0)
  assert.deepEqual(sentences(stdout), ['started', 'draining', 'closing', 'did not drain in time', 'stopped'])
})

test('a service that drains says so first, and goes on until the delay is over', async () => {
  const ops = `127.0.0.1:${await freePort()}`
  const service = start({ LABEL: 'x', OPS_LISTEN: ops, DRAIN_DELAY_MS: '1500' })
  await service.logged('started')
  const status = async () => (await fetch(`http://${ops}/readyz`)).status
  assert.equal(await status(), 200)
  const startedAt = performance.now()
  service.child.kill('SIGTERM')
  await service.logged('draining')
  assert.equal(await status(), 503)
  await service.logged('closing')
  const ms = performance.now() - startedAt
  assert.ok(ms >= 1400, `closed after ${ms} ms`)
  assert.equal((await service.exit()).code, 0)
})

test('a supervised service drains when its supervisor is gone', async () => {
  const service = start({ LABEL: 'x', SUPERVISED: '1' })
  await service.logged('started')
  service.child.stdin.end()
  const { code, stdout } = await service.exit()
  assert.equal(code, 0)
  assert.deepEqual(sentences(stdout), ['started', 'draining', 'closing', 'stopped'])
})

test('a service without a supervisor does not care about its standard input', async () => {
  const service = start({ LABEL: 'x' })
  service.child.stdin.end()
  await service.logged('started')
  service.child.kill('SIGTERM')
  assert.equal((await service.exit()).code, 0)
})

test('a service that cannot start says why, without its credentials, and exits for its supervisor', async () => {
  const { code, stdout } = await start({ LABEL: 'vnb-sk-abcdefghijkl', FAULT: 'start' }).exit()
  assert.equal(code, 1)
  assert.match(stdout, /"level":"fatal".*cannot start with vnb-sk-\[redacted\]/)
  assert.ok(!stdout.includes('abcdefghijkl'))
})

for (const fault of ['exception', 'rejection']) {
  test(`an unexpected ${fault} is logged, and leaves no half-working process behind`, async () => {
    const { code, stdout } = await start({ LABEL: 'x', FAULT: fault }).exit()
    assert.equal(code, 1)
    assert.match(stdout, /"level":"fatal".*"message":"a bug".*"msg":"unexpected failure: exiting"/)
  })
}

test('a trace collector that is away or stalled neither fails a stop nor holds it up', async () => {
  const stalled = createServer(() => {}).listen(0, '127.0.0.1')
  await once(stalled, 'listening')
  const urls = ['http://127.0.0.1:1', `http://127.0.0.1:${(stalled.address() as AddressInfo).port}`]
  const codes = urls.map(async url => {
    const service = start({ LABEL: 'x', OTEL_EXPORTER_OTLP_ENDPOINT: url, OTEL_TRACES_SAMPLER: 'always_on' })
    await service.logged('started')
    const stoppingAtMs = performance.now()
    service.child.kill('SIGTERM')
    const { code } = await service.exit()
    const tookMs = performance.now() - stoppingAtMs
    assert.ok(tookMs < STOP_MS_MAX, `stopping took ${tookMs} ms`)
    return code
  })
  assert.deepEqual(await Promise.all(codes), [0, 0])
  stalled.close()
})
