import { chmodSync, mkdirSync, renameSync, writeFileSync } from 'node:fs'

/** Writes a file that only its owner may read. */
export function writePrivately(file: string, text: string): void {
  writeFileSync(`${file}.new`, text, { mode: 0o600 })
  renameSync(`${file}.new`, file)
}

/** Makes a folder that only its owner may enter; one that is there is closed to others. */
export function makePrivateDir(dir: string): void {
  mkdirSync(dir, { recursive: true, mode: 0o700 })
  chmodSync(dir, 0o700)
}

/** The part of a URL that logs in. */
export function loginIn(user: { name: string; password: string } | undefined): string {
  return user === undefined ? '' : `${user.name}:${user.password}@`
}
