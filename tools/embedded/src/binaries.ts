import { spawnSync } from 'node:child_process'
import { accessSync, constants, existsSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'

const EXTRA_DIRS = ['/usr/local/bin', '/usr/local/sbin', '/usr/bin', '/usr/sbin', '/opt/homebrew/bin']

/** A program and the environment it needs. */
export interface Binary {
  command: string
  env: NodeJS.ProcessEnv
}

/** The first of these programs found on PATH or where package managers put servers. */
export function findOnPath(...names: string[]): Binary | undefined {
  const dirs = [...(process.env.PATH ?? '').split(delimiter).filter(Boolean), ...EXTRA_DIRS]
  const command = names.flatMap(name => dirs.map(dir => join(dir, name))).find(isExecutable)
  return command === undefined ? undefined : { command, env: process.env }
}

/** The version a program prints, as numbers with dots. */
export function versionOf(binary: Binary): string {
  const result = spawnSync(binary.command, ['--version'], { encoding: 'utf8', env: binary.env })
  const text = `${result.stdout ?? ''}${result.stderr ?? ''}`
  return /v=?(\d+(?:\.\d+)+)/.exec(text)?.[1] ?? 'unknown'
}

/** The folder that holds pnpm-workspace.yaml, above `from`. */
export function workspaceRoot(from: string = import.meta.dirname): string {
  let dir = from
  while (!existsSync(join(dir, 'pnpm-workspace.yaml'))) {
    if (dir === dirname(dir)) throw new Error(`no pnpm-workspace.yaml above ${from}`)
    dir = dirname(dir)
  }
  return dir
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}
