import { createHash } from 'node:crypto'
import type { Archive } from './archive.ts'

/** What is wrong with a file whose content should have this SHA-256, in hex; undefined when it has. */
export async function contentBreach(
  archive: Archive,
  name: string,
  digest: string | null,
): Promise<string | undefined> {
  const hash = createHash('sha256')
  try {
    for await (const chunk of archive.read(name)) hash.update(chunk)
  } catch (thrown) {
    return `${name} cannot be read: ${thrown instanceof Error ? thrown.message : String(thrown)}`
  }
  return hash.digest('hex') === digest ? undefined : `${name} is not what was sealed`
}
