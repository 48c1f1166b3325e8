import { type ChildProcess, fork } from 'node:child_process'
import { join } from 'node:path'

/** Starts a file of this folder as a process, adds it to those that are to be ended, and waits until it says that it is ready. */
export async function startChild(
  children: ChildProcess[],
  file: string,
  env: Readonly<Record<string, string>> = {},
): Promise<ChildProcess> {
  const child = fork(join(import.meta.dirname, file), { env: { ...process.env, ...env } })
  children.push(child)
  await new Promise((resolve, reject) => {
    child.once('message', resolve)
    child.once('exit', () => reject(new Error(`${file} has ended`)))
  })
  return child
}
