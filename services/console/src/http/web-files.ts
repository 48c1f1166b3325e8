import { createHash } from 'node:crypto'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { extname, join, sep } from 'node:path'

/** One file of the web app, as it is sent. */
export interface WebFile {
  readonly body: Buffer
  /** The same, compressed by Brotli; undefined for what is compressed already. */
  readonly brotli: Buffer | undefined
  readonly type: string
  readonly cacheControl: string
  readonly etag: string
}

/** The built web app: it is small and read at once, so no request ever names a file of the disk. */
export interface WebFiles {
  /** The page that every address of the app begins with. */
  readonly index: WebFile
  /** By the path in the address, such as "/assets/main-3f2a.js". */
  readonly byPath: ReadonlyMap<string, WebFile>
}

const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
}

/** Names in this folder hold a digest of their content. */
const HASHED = 'assets/'
const FOR_EVER = 'public, max-age=31536000, immutable'
const ASKED_EACH_TIME = 'no-cache'

/**
 * Reads the files that `scripts/generate.mjs` built; undefined where nobody has. The page is told the gateway's public
 * origin, `baseUrl`, which people copy into their programs.
 */
export function readWebFiles(dir: string, baseUrl: string): WebFiles | undefined {
  if (!existsSync(join(dir, 'index.html'))) return undefined
  const names = globSync('**/*', { cwd: dir, exclude: ['.vite'] }).map(name => name.replaceAll(sep, '/'))
  const shown = names.filter(name => extname(name) in TYPES && name !== 'index.html')
  return {
    index: withGateway(readWebFile(dir, 'index.html'), baseUrl),
    byPath: new Map(shown.map(name => [`/${name}`, readWebFile(dir, name)])),
  }
}

const GATEWAY = '<meta name="mtg-gateway" content="'

function withGateway({ body, ...page }: WebFile, baseUrl: string): WebFile {
  const told = Buffer.from(body.toString().replace(`${GATEWAY}"`, `${GATEWAY}${baseUrl}"`))
  return { ...page, body: told, brotli: undefined, etag: etagOf(told) }
}

const etagOf = (body: Buffer) => `"${createHash('sha256').update(body).digest('base64url')}"`

function readWebFile(dir: string, name: string): WebFile {
  const body = readFileSync(join(dir, name))
  const compressed = join(dir, `${name}.br`)
  return {
    body,
    brotli: existsSync(compressed) ? readFileSync(compressed) : undefined,
    type: TYPES[extname(name)] ?? 'application/octet-stream',
    cacheControl: name.startsWith(HASHED) ? FOR_EVER : ASKED_EACH_TIME,
    etag: etagOf(body),
  }
}
