import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'

const suitePath = fileURLToPath(
  new URL('../node_modules/@modelcontextprotocol/conformance/dist/index.js', import.meta.url),
)

/** The folder of these files; the suite and the commands it starts run in it. */
export const conformanceDir = import.meta.dirname

/** How a run of the suite ended. */
export interface SuiteRun {
  exitCode: number | null
  output: string
}

/** A run of the suite that is under way. */
export interface RunningSuite {
  /** Resolves to the first match in what the suite prints; rejects when the suite ends without it. */
  waitFor(pattern: RegExp): Promise<RegExpExecArray>
  /** Resolves when the suite has ended. */
  finished: Promise<SuiteRun>
  /** Ends it, if it is still running. */
  stop(): void
}

/** Starts the MCP conformance suite with the given arguments. */
export function startSuite(args: string[]): RunningSuite {
  // The suite starts commands through a shell by the name `node`, which must be the Node.js that runs this file.
  const path = `${dirname(process.execPath)}:${process.env['PATH'] ?? ''}`
  const child = spawn(process.execPath, [suitePath, ...args], {
    cwd: conformanceDir,
    env: { ...process.env, PATH: path },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  const printed = new EventTarget()
  const collect = (chunk: Buffer): void => {
    output += chunk.toString()
    printed.dispatchEvent(new Event('output'))
  }
  child.stdout.on('data', collect)
  child.stderr.on('data', collect)
  const finished = once(child, 'close').then(([exitCode]: (number | null)[]) => ({
    exitCode: exitCode ?? null,
    output,
  }))
  return {
    finished,
    stop: () => void child.kill(),
    waitFor: pattern =>
      new Promise((resolve, reject) => {
        const look = (): void => {
          const match = pattern.exec(output)
          if (match) resolve(match)
        }
        printed.addEventListener('output', look)
        look()
        finished.then(
          () => reject(new Error(`The suite ended without printing ${String(pattern)}:\n${output}`)),
          reject,
        )
      }),
  }
}

/** Runs the MCP conformance suite to its end. */
export function runSuite(args: string[]): Promise<SuiteRun> {
  return startSuite(args).finished
}

/** The closing part of the suite's output, which tells of every scenario. */
export function summaryOf({ output }: SuiteRun): string {
  const start = output.lastIndexOf('=== SUMMARY ===')
  return start === -1 ? output : output.slice(start)
}
