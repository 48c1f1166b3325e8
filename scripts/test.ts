// npm test: every check of the sources, then every test, on one PostgreSQL, Redis and NATS started for the occasion.
import { type ChildProcess, spawn } from 'node:child_process'
import { chmodSync, globSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { freePort, startNats, startPostgres, startRedis } from '../tools/embedded/src/index.ts'
import { createDatabaseTemplate } from '../tools/testing/src/database-template.ts'
import { type CheckContext, checks } from './checks.ts'
import { root } from './rpc-types.mjs'

const HELP = `npm test [-- OPTIONS] [PATH ...]

Runs the checks (format, types, lint, contracts, generated code, migrations) and all tests.
With PATHs (files or folders) only the tests in them run, and no checks.

  --checks-only        run the checks alone
  --name PATTERN       run only tests whose name matches
  --inspect            run the one file that PATH names, and wait at its first line until a debugger has attached
  --concurrency N      test files at the same time (default 3: on two cores one of three usually waits; those that compare
                       times, in test/hostile, run after the others and two at most)
  --minutes N          the tests are interrupted, and have failed, after this time (default 40: the whole is meant
                       to take under 25, and slow machines are to fail for what is wrong)
  --help               this text

TEST_ADMIN_DATABASE_URL, TEST_REDIS_URL, TEST_NATS_URL: servers to use in place of embedded ones.`

const TEST_FILES = '{packages,tools,services,test,examples,scripts,bench}/**/*.test.ts'
/** For a test that hangs: one that works may wait for several things in turn, each many times as long as it takes. */
const TEST_TIMEOUT_MS = 300_000
const INTERRUPT_TIMEOUT_MS = 20_000
/** Each file is a process, and many start services: what is compiled once is kept, also for the next run. */
const COMPILE_CACHE = join(root, '.runtime/compile-cache')
/** They hold what a caller waits for beside an attack against what it waits for without: what else runs moves both. */
const COMPARING = 'test/hostile/'
const COMPARING_CONCURRENCY_MAX = 2
/** Where editors look for a debugger first. */
const USUAL_INSPECT_PORT = 9229

const { values: options, positionals: paths } = parseArgs({
  allowPositionals: true,
  options: {
    'checks-only': { type: 'boolean', default: false },
    name: { type: 'string' },
    inspect: { type: 'boolean', default: false },
    concurrency: { type: 'string', default: '3' },
    minutes: { type: 'string', default: '40' },
    help: { type: 'boolean', default: false },
  },
})

if (options.help) console.log(HELP)
else process.exitCode = (await main()) ? 0 : 1

async function main(): Promise<boolean> {
  const files = findTests()
  if (paths.length > 0 && files.length === 0) {
    console.error(`no test files in ${paths.join(', ')}`)
    return false
  }
  if (options.inspect && files.length !== 1) {
    console.error(`--inspect takes one test file, and these are ${files.length}`)
    return false
  }
  const servers = await startServers()
  try {
    if (options.inspect) return await debugTest(files[0] ?? '', servers.env)
    const failed = paths.length > 0 ? [] : await runChecks({ adminDatabaseUrl: servers.env.TEST_ADMIN_DATABASE_URL })
    const testsPassed = options['checks-only'] || (await runTests(files, servers.env))
    report(failed, testsPassed)
    return failed.length === 0 && testsPassed
  } finally {
    await servers.stop()
  }
}

function findTests(): string[] {
  const exclude = (path: string) => /(^|\/)(node_modules|generated)$/.test(path)
  const all = globSync(TEST_FILES, { cwd: root, exclude }).sort()
  const wanted = paths.map(path => path.replace(/^\.\//, '').replace(/\/$/, ''))
  return wanted.length === 0
    ? all
    : all.filter(file => wanted.some(path => file === path || file.startsWith(`${path}/`)))
}

interface TestServers {
  env: { TEST_ADMIN_DATABASE_URL: string; TEST_REDIS_URL: string; TEST_NATS_URL: string }
  stop(): Promise<void>
}

/** Data on these servers lives for this run alone, so nothing waits for the disk. */
async function startServers(): Promise<TestServers> {
  const home = mkdtempSync(join(tmpdir(), 'mtg-test-'))
  chmodSync(home, 0o755)
  const given = process.env
  const [postgres, redis, nats] = await Promise.all([
    given.TEST_ADMIN_DATABASE_URL ? undefined : startPostgres({ dir: join(home, 'postgres'), durable: false }),
    given.TEST_REDIS_URL ? undefined : startRedis({ dir: join(home, 'redis') }),
    given.TEST_NATS_URL ? undefined : startNats({ dir: join(home, 'nats') }),
  ])
  return {
    env: {
      TEST_ADMIN_DATABASE_URL: given.TEST_ADMIN_DATABASE_URL || `${postgres?.url}/postgres`,
      TEST_REDIS_URL: given.TEST_REDIS_URL || String(redis?.url),
      TEST_NATS_URL: given.TEST_NATS_URL || String(nats?.url),
    },
    stop: async () => {
      await Promise.all([postgres?.stop(), redis?.stop(), nats?.stop()])
      rmSync(home, { recursive: true, force: true })
    },
  }
}

/** Runs every check, also after one failed, and answers with the names of those that did. */
async function runChecks(context: CheckContext): Promise<string[]> {
  const failed: string[] = []
  for (const check of checks) {
    const startedAt = performance.now()
    const failure = await check.run(context)
    const ms = Math.round(performance.now() - startedAt)
    console.log(`${failure === undefined ? '✔' : '✖'} ${check.name} (${ms} ms)`)
    if (failure === undefined) continue
    console.log(failure.replace(/^/gm, '    '))
    failed.push(check.name)
  }
  return failed
}

/** Files that run beside each other, so many at a time. */
interface Stage {
  readonly files: readonly string[]
  readonly concurrency: number
}

function stagesOf(files: readonly string[]): Stage[] {
  const concurrency = Number(options.concurrency)
  const compares = (file: string) => file.startsWith(COMPARING)
  return [
    { files: files.filter(file => !compares(file)), concurrency },
    { files: files.filter(compares), concurrency: Math.min(concurrency, COMPARING_CONCURRENCY_MAX) },
  ].filter(stage => stage.files.length > 0)
}

/** The next stage runs also after one that failed, but not after the time was over. */
async function runTests(files: readonly string[], env: TestServers['env']): Promise<boolean> {
  const home = mkdtempSync(join(tmpdir(), 'mtg-test-times-'))
  const timesFile = join(home, 'times')
  writeFileSync(timesFile, '')
  const template = await createDatabaseTemplate(env.TEST_ADMIN_DATABASE_URL)
  const endsAtMs = performance.now() + Number(options.minutes) * 60_000
  let passed = true
  for (const stage of stagesOf(files)) {
    const leftMs = endsAtMs - performance.now()
    if (leftMs <= 0) break
    const stagePassed = await runStage(stage, { ...env, ...template.env, TEST_TIMES_FILE: timesFile }, leftMs)
    passed &&= stagePassed
  }
  await template.remove()
  rmSync(home, { recursive: true, force: true })
  return passed
}

async function runStage({ files, concurrency }: Stage, env: NodeJS.ProcessEnv, timeoutMs: number): Promise<boolean> {
  const args = ['--test', `--test-concurrency=${concurrency}`, `--test-timeout=${TEST_TIMEOUT_MS}`]
  for (const script of ['linger.ts', 'measure.ts']) args.push(`--import=${join(root, 'scripts', script)}`)
  args.push(`--test-reporter=${join(root, 'scripts/reporter.ts')}`, ...files)
  const child = runNode(args, env)
  const limit = setTimeout(() => interrupt(child), timeoutMs)
  const passed = await hasPassed(child)
  clearTimeout(limit)
  return passed
}

/** Without the runner, which would start the file in a process of its own; and without limits, as people take their time. */
async function debugTest(file: string, env: TestServers['env']): Promise<boolean> {
  const address = `127.0.0.1:${await freePort(USUAL_INSPECT_PORT)}`
  console.log(`Attach a debugger at ${address}, for example: node inspect ${address}`)
  return hasPassed(runNode([`--inspect-brk=${address}`, '--test-reporter=spec', file], env))
}

function runNode(args: string[], env: NodeJS.ProcessEnv): ChildProcess {
  const name = options.name === undefined ? [] : [`--test-name-pattern=${options.name}`]
  const child = spawn(process.execPath, [...name, ...args], {
    cwd: root,
    stdio: 'inherit',
    env: { NODE_COMPILE_CACHE: COMPILE_CACHE, ...process.env, ...env },
  })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => child.kill(signal))
  return child
}

function hasPassed(child: ChildProcess): Promise<boolean> {
  return new Promise(resolve => child.on('exit', code => resolve(code === 0)))
}

/** The runner tells which files were running when it is interrupted. */
function interrupt(child: ChildProcess): void {
  console.log(`✖ the tests have not ended within ${options.minutes} minutes: interrupted`)
  child.kill('SIGINT')
  setTimeout(() => child.kill('SIGKILL'), INTERRUPT_TIMEOUT_MS).unref()
}

/** After the runner's own summary, so that a failed check is not lost above hundreds of test lines. */
function report(failedChecks: string[], testsPassed: boolean): void {
  for (const name of failedChecks) console.log(`✖ check failed: ${name} (details at the top)`)
  if (!testsPassed) console.log('✖ some tests failed (see above)')
  if (failedChecks.length === 0 && testsPassed) console.log('✔ all passed')
}
