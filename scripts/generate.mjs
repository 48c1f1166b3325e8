// Generates what is made from schemas: a Prisma client per service, and gRPC types from proto/ (those are committed).
// Skips whatever is newer than its inputs, so it costs a few milliseconds on every start.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

const root = dirname(import.meta.dirname)
const force = process.argv.includes('--force')
const lockfile = join(root, 'pnpm-lock.yaml')

function run(command, args, cwd) {
  const result = spawnSync(join(root, 'node_modules/.bin', command), args, { cwd, encoding: 'utf8' })
  if (result.status === 0) return
  console.error(`${command} ${args.join(' ')} (in ${cwd}) failed:\n${result.stdout}${result.stderr}`)
  process.exit(1)
}

/** Runs `make` unless `stamp` already holds the hash of `inputs`. */
function whenStale(inputs, stamp, make) {
  const hash = createHash('sha256')
  for (const file of [lockfile, ...inputs]) hash.update(readFileSync(file))
  const wanted = hash.digest('hex')
  if (!force && existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return
  make()
  mkdirSync(dirname(stamp), { recursive: true })
  writeFileSync(stamp, wanted)
}

for (const schema of globSync('services/*/prisma/schema.prisma', { cwd: root })) {
  const service = join(root, dirname(dirname(schema)))
  whenStale([join(root, schema)], join(service, 'src/generated/.stamp'), () =>
    run('prisma', ['generate', '--no-hints'], service),
  )
}

const protoDir = join(root, 'proto')
const protos = globSync('gateway/**/*.proto', { cwd: protoDir }).sort()
const rpcDir = join(root, 'packages/rpc')
const genDir = join(rpcDir, 'src/gen')
whenStale(
  protos.map(file => join(protoDir, file)),
  join(root, 'node_modules/.mtg-proto-stamp'),
  () => {
    rmSync(genDir, { recursive: true, force: true })
    const flags = ['--longs=String', '--enums=String', '--defaults', '--oneofs', '--importFileExtension=.ts']
    const paths = ['--includeDirs=../../proto', '--grpcLib=@grpc/grpc-js', '--outDir=src/gen']
    run('proto-loader-gen-types', [...flags, ...paths, ...protos], rpcDir)
  },
)
