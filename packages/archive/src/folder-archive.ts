import { randomUUID } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, open, rename, rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { PassThrough, Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import type { Archive } from './archive.ts'

const OWN_FILES = 0o600
const isCompressed = (name: string) => name.endsWith('.gz')

/** An archive in a folder, which all processes of billing must share. */
export function createFolderArchive(dir: string): Archive {
  const location = resolve(dir)
  return {
    location,
    async write(name, chunks) {
      await mkdir(location, { recursive: true })
      const unfinished = join(location, `.${name}.${randomUUID()}`)
      try {
        const compress = isCompressed(name) ? createGzip() : new PassThrough()
        // Flushed: what may be dropped once this file is there must be on the disk.
        await pipeline(Readable.from(chunks), compress, createWriteStream(unfinished, { mode: OWN_FILES, flush: true }))
        await rename(unfinished, join(location, name))
        await flushFolder(location)
      } finally {
        await rm(unfinished, { force: true })
      }
    },
    async *read(name) {
      const file = createReadStream(join(location, name))
      const content = isCompressed(name) ? createGunzip() : new PassThrough()
      // A file that cannot be read, or is cut off, ends the reading with its error.
      file.on('error', error => content.destroy(error))
      yield* file.pipe(content)
    },
  }
}

async function flushFolder(location: string): Promise<void> {
  const folder = await open(location)
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}
