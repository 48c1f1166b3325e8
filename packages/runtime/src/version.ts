import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fieldOf } from '@mtg/primitives'

const manifest: unknown = JSON.parse(readFileSync(join(import.meta.dirname, '../package.json'), 'utf8'))

/** The release that runs: every package of the repository bears its version. */
export const version = String(fieldOf(manifest, 'version'))
