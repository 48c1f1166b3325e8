// Generates what is made from sources: a Prisma client where a service asks for one, the gRPC types, and the console's web app.
// Skips whatever is newer than its inputs, so it costs a few milliseconds on every start; --force skips nothing.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { cpSync, existsSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { withLock } from './lock.mjs'
import { differingFiles, generateRpcTypes, protoFiles, root, rpcTypesDir } from './rpc-types.mjs'
import { apiSources, apiTypesStamp, buildWeb, webDist, webSources, writeApiTypes } from './web.mjs'

const force = process.argv.includes('--force')
const lockfile = join(root, 'pnpm-lock.yaml')

/** A thing to make: from which inputs, how, and the file that remembers the inputs' hash. */
function prismaJob(schema) {
  const service = join(root, dirname(dirname(schema)))
  return {
    inputs: [join(root, schema)],
    stamp: join(service, 'src/generated/.stamp'),
    make: () => generatePrismaClient(service),
  }
}

const rpcJob = {
  inputs: protoFiles(),
  stamp: join(root, 'node_modules/.mtg-proto-stamp'),
  make: updateRpcTypes,
}

const apiTypesJob = {
  inputs: apiSources(),
  stamp: apiTypesStamp,
  make: writeApiTypes,
}

const webJob = {
  inputs: webSources(),
  stamp: join(webDist, '.stamp'),
  make: buildWeb,
}

function generatePrismaClient(service) {
  const prisma = join(root, 'node_modules/.bin/prisma')
  const result = spawnSync(prisma, ['generate', '--no-hints'], { cwd: service, encoding: 'utf8' })
  if (result.status !== 0) throw new Error(`prisma generate in ${service} failed:\n${result.stdout}${result.stderr}`)
}

/** Touches the committed files only when they change: a running instance may be loading them. */
function updateRpcTypes() {
  const fresh = join(root, 'node_modules/.mtg-rpc-types')
  generateRpcTypes(fresh)
  for (const name of differingFiles(fresh, rpcTypesDir)) {
    const source = join(fresh, name)
    if (existsSync(source)) cpSync(source, join(rpcTypesDir, name))
    else rmSync(join(rpcTypesDir, name))
  }
  rmSync(fresh, { recursive: true })
}

function fingerprint(inputs) {
  const hash = createHash('sha256')
  for (const file of [lockfile, ...inputs]) hash.update(readFileSync(file))
  return hash.digest('hex')
}

const isStale = ({ inputs, stamp }) => !existsSync(stamp) || readFileSync(stamp, 'utf8') !== fingerprint(inputs)

function run(job) {
  const made = fingerprint(job.inputs)
  job.make()
  mkdirSync(dirname(job.stamp), { recursive: true })
  writeFileSync(job.stamp, made)
}

/** Some schemas only make migrations. */
const asksForClient = schema => /^generator client /m.test(readFileSync(join(root, schema), 'utf8'))

const jobs = [
  ...globSync('services/*/prisma/schema.prisma', { cwd: root }).filter(asksForClient).map(prismaJob),
  rpcJob,
  apiTypesJob,
  webJob,
]
if (force || jobs.some(isStale)) {
  try {
    withLock(join(root, '.runtime', 'generate.lock'), () => jobs.filter(job => force || isStale(job)).forEach(run))
  } catch (error) {
    console.error(error.message)
    process.exitCode = 1
  }
}
