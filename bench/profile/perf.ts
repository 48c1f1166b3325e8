import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Functions of native processes, by their share of the samples. */
export interface Sampled {
  stop(): Promise<[symbol: string, share: number][]>
}

const FREQUENCY = '1999'

/** Samples all processes that have this one as their parent, and itself; undefined where `perf` is not on the machine. */
export function sampleFamily(pid: number): Sampled | undefined {
  if (spawnSync('perf', ['--version']).status !== 0) return undefined
  const folder = mkdtempSync(join(tmpdir(), 'mtg-perf-'))
  const file = join(folder, 'perf.data')
  const pids = [pid, ...childrenOf(pid)].join(',')
  const child = spawn('perf', ['record', '-q', '-F', FREQUENCY, '-o', file, '-p', pids], { stdio: 'ignore' })
  return {
    async stop() {
      await ended(child)
      const options = ['report', '-i', file, '--stdio', '--no-children', '--sort', 'symbol', '-q']
      const { stdout } = existsSync(file) ? spawnSync('perf', options, { encoding: 'utf8' }) : { stdout: '' }
      rmSync(folder, { recursive: true, force: true })
      return [...stdout.matchAll(/^\s+([\d.]+)%\s+\[([.k])\] (\S+)/gm)].map(([, share, space, symbol]) => [
        `${symbol}${space === 'k' ? ' (kernel)' : ''}`,
        Number(share) / 100,
      ])
    },
  }
}

function ended(child: ChildProcess): Promise<void> {
  return new Promise(resolve => {
    child.once('exit', () => resolve())
    child.kill('SIGINT')
  })
}

function childrenOf(pid: number): string[] {
  return readdirSync(`/proc/${pid}/task`).flatMap(thread =>
    readFileSync(`/proc/${pid}/task/${thread}/children`, 'utf8').split(' ').filter(Boolean),
  )
}
