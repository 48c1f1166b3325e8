// npm run fuzz: every *.fuzz.test.ts with more cases than CI has time for.
import { spawn } from 'node:child_process'
import { globSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { root } from './rpc-types.mjs'

const HELP = `npm run fuzz [-- OPTIONS] [PATH ...]

Runs the properties of every *.fuzz.test.ts (or of those under PATHs) on more random inputs than npm test does.

  --cases N     inputs for each property (default 20000)
  --seed N      repeat the inputs of a run (a new seed is printed otherwise)
  --name PATTERN  run only tests whose name matches
  --help        this text`

const FUZZ_FILES = '{packages,tools,services,test,examples,scripts}/**/*.fuzz.test.ts'

const { values, positionals: paths } = parseArgs({
  allowPositionals: true,
  options: {
    cases: { type: 'string', default: '20000' },
    seed: { type: 'string' },
    name: { type: 'string' },
    help: { type: 'boolean', default: false },
  },
})

if (values.help) console.log(HELP)
else run(fuzzFiles())

function fuzzFiles(): string[] {
  const exclude = (path: string) => /(^|\/)(node_modules|generated)$/.test(path)
  const wanted = paths.map(path => path.replace(/^\.\//, '').replace(/\/$/, ''))
  const isWanted = (file: string) =>
    wanted.length === 0 || wanted.some(path => file === path || file.startsWith(`${path}/`))
  return globSync(FUZZ_FILES, { cwd: root, exclude }).sort().filter(isWanted)
}

function run(files: string[]): void {
  if (files.length === 0) {
    console.error(`no *.fuzz.test.ts in ${paths.join(', ')}`)
    process.exitCode = 1
    return
  }
  const seed = values.seed ?? String(Math.floor(Math.random() * 2 ** 31))
  console.log(`seed ${seed}, ${values.cases} cases for each property`)
  const named = values.name === undefined ? [] : [`--test-name-pattern=${values.name}`]
  const child = spawn(process.execPath, ['--test', '--test-reporter=spec', ...named, ...files], {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, FUZZ_SEED: seed, FUZZ_CASES: values.cases },
  })
  child.on('exit', code => {
    process.exitCode = code ?? 1
    if (code !== 0) console.log(`repeat with --seed ${seed}`)
  })
}
