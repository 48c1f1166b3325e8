import { readdirSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { Attack } from './attack.ts'

const FOLDER = join(import.meta.dirname, 'attacks')

/** Names of all attacks there are: their files. */
export function attackNames(): string[] {
  return readdirSync(FOLDER)
    .filter(file => file.endsWith('.ts'))
    .map(file => basename(file, '.ts'))
    .sort()
}

/** The attack that a file of this name exports. */
export async function attackNamed(name: string): Promise<Attack> {
  if (!attackNames().includes(name)) throw new Error(`there is no attack ${name}: ${attackNames().join(', ')}`)
  const exported: unknown[] = Object.values((await import(join(FOLDER, `${name}.ts`))) as object)
  const attack = exported.find(isAttack)
  if (attack?.name !== name) throw new Error(`attacks/${name}.ts exports no attack of this name`)
  return attack
}

function isAttack(value: unknown): value is Attack {
  return typeof value === 'object' && value !== null && 'run' in value && 'about' in value
}
