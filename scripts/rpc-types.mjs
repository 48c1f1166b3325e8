// TypeScript types of the gRPC contracts in proto/. They are committed, so that editors and reviews see them.
import { spawnSync } from 'node:child_process'
import { globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

export const root = dirname(import.meta.dirname)
const protoDir = join(root, 'proto')
const contractsDir = join(root, 'packages/contracts')

/** Where the committed types lie. */
export const rpcTypesDir = join(contractsDir, 'src/gen')

const protos = () => globSync('gateway/**/*.proto', { cwd: protoDir }).sort()

/** Every contract file. */
export const protoFiles = () => protos().map(file => join(protoDir, file))

/** Writes all types into `outDir`, in place of what was there. */
export function generateRpcTypes(outDir) {
  rmSync(outDir, { recursive: true, force: true })
  mkdirSync(outDir, { recursive: true })
  const flags = ['--longs=String', '--enums=String', '--defaults', '--oneofs', '--importFileExtension=.ts']
  const paths = ['--includeDirs=../../proto', '--grpcLib=@grpc/grpc-js', `--outDir=${outDir}`]
  const command = join(root, 'node_modules/.bin/proto-loader-gen-types')
  const result = spawnSync(command, [...flags, ...paths, ...protos()], { cwd: contractsDir, encoding: 'utf8' })
  if (result.status !== 0) throw new Error(`proto-loader-gen-types failed:\n${result.stdout}${result.stderr}`)
  const areas = new Set(protos().map(file => file.split('/')[1]))
  for (const area of areas) writeFileSync(join(outDir, `${area}.ts`), areaIndex(outDir, area))
}

/** Names of the files that differ between two folders. */
export function differingFiles(left, right) {
  const names = new Set([left, right].flatMap(dir => globSync('**/*.ts', { cwd: dir })))
  return [...names].filter(name => contentOf(left, name) !== contentOf(right, name))
}

/** One module per proto package that re-exports its messages and service definitions. */
function areaIndex(outDir, area) {
  const files = globSync(`gateway/${area}/v1/*.ts`, { cwd: outDir }).sort()
  return `${files.map(file => `export * from './${file}'`).join('\n')}\n`
}

function contentOf(dir, name) {
  try {
    return readFileSync(join(dir, name), 'utf8')
  } catch {
    return null
  }
}
