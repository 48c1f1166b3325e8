import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'

const root = join(import.meta.dirname, '../../..')

/** Runs a file of this repository as a process of its own, and answers with what it prints. Rejects when it fails. */
export async function runProgram(file: string, args: readonly string[], env: Record<string, string>): Promise<string> {
  const options = { env: { ...process.env, ...env }, timeout: 60_000 }
  return (await promisify(execFile)(process.execPath, [join(root, file), ...args], options)).stdout
}
