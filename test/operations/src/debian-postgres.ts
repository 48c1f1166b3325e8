import { spawn, spawnSync } from 'node:child_process'
import { appendFileSync, chmodSync, chownSync, existsSync, globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { freePort, guard, hasApt, unpackProgram } from '@mtg/embedded'

const NOBODY = 65_534
const asRoot = process.getuid?.() === 0
const user = asRoot ? { uid: NOBODY, gid: NOBODY } : {}

/** PostgreSQL with all its programs, as Debian packs it: the embedded one comes without those for backups. */
export interface Toolbox {
  /** Runs a program of it, such as pg_dump; answers with what it printed. */
  run(program: string, ...args: string[]): string
  /** The same while this process goes on; resolves when it has ended well. */
  runBeside(program: string, ...args: string[]): Promise<void>
  /** Runs a shell script with the programs on its path; answers with its status and what it printed. */
  runScript(
    script: string,
    env: Readonly<Record<string, string>>,
  ): { readonly status: number | null; readonly output: string }
  /** Makes an empty cluster of data. */
  newCluster(): string
  /** Starts a server on a cluster. */
  start(dataDir: string, settings?: Readonly<Record<string, string>>): Promise<Server>
  /** A new folder that the servers may use. */
  newFolder(): string
  /** Stops everything and removes all folders. */
  close(): void
}

/** A running server. */
interface Server {
  /** The superuser's, without a database. */
  readonly url: string
  stop(): void
}

/** Finds the programs, or unpacks them from the machine's own package sources. */
export function openToolbox(): Toolbox {
  const { bin, env } = findPrograms()
  const folders: string[] = []
  const running = new Set<Server>()

  const run = (program: string, ...args: string[]): string => {
    const { status, stdout, stderr, error } = spawnSync(join(bin, program), args, {
      cwd: '/',
      env,
      encoding: 'utf8',
      ...user,
    })
    if (status !== 0) throw new Error(`${program} ${args.join(' ')}: ${error?.message ?? stderr}`)
    return stdout
  }
  const runBeside = async (program: string, ...args: string[]): Promise<void> => {
    const child = spawn(join(bin, program), args, { cwd: '/', env, stdio: ['ignore', 'ignore', 'pipe'], ...user })
    const ended = new Promise<number | null>((resolve, reject) => child.once('close', resolve).once('error', reject))
    const [stderr, status] = await Promise.all([text(child.stderr), ended])
    if (status !== 0) throw new Error(`${program} ${args.join(' ')}: ${stderr}`)
  }
  const newFolder = (): string => {
    const folder = mkdtempSync(join(tmpdir(), 'mtg-backup-'))
    folders.push(folder)
    chmodSync(folder, 0o700)
    if (asRoot) chownSync(folder, NOBODY, NOBODY)
    return folder
  }

  return {
    run,
    runBeside,
    newFolder,
    runScript(script, own) {
      const path = `${bin}:${env.PATH ?? ''}`
      const options = { cwd: '/', env: { ...env, PATH: path, ...own }, encoding: 'utf8', ...user } as const
      const { status, stdout, stderr } = spawnSync('sh', ['-euc', script], options)
      return { status, output: `${stdout}${stderr}` }
    },
    newCluster() {
      const dataDir = join(newFolder(), 'data')
      run('initdb', '-D', dataDir, '-U', 'postgres', '--auth=trust', '--encoding=UTF8', '--no-sync')
      return dataDir
    },
    async start(dataDir, settings = {}) {
      const port = await freePort()
      const all = { port: String(port), listen_addresses: '127.0.0.1', unix_socket_directories: '', ...settings }
      const lines = Object.entries(all).map(([name, value]) => `${name} = '${value.replaceAll("'", "''")}'\n`)
      appendFileSync(join(dataDir, 'postgresql.auto.conf'), lines.join(''))
      run('pg_ctl', 'start', '-w', '-D', dataDir, '-l', `${dataDir}.log`)
      const pid = Number(readFileSync(join(dataDir, 'postmaster.pid'), 'utf8').split('\n')[0])
      const dismissGuard = guard(pid, 'SIGQUIT')
      const server: Server = {
        url: `postgresql://postgres@127.0.0.1:${port}`,
        stop() {
          running.delete(server)
          dismissGuard()
          run('pg_ctl', 'stop', '-w', '-m', 'fast', '-D', dataDir)
        },
      }
      running.add(server)
      return server
    },
    close() {
      for (const server of running) server.stop()
      for (const folder of folders) rmSync(folder, { recursive: true, force: true })
    },
  }
}

function findPrograms(): { bin: string; env: NodeJS.ProcessEnv } {
  const installed = newestIn('/')
  if (installed !== undefined) return { bin: installed, env: process.env }
  if (!hasApt()) throw new Error('pg_dump and a server of its version are needed: install PostgreSQL')
  const kept = unpackProgram({ name: 'postgresql', packages: ['postgresql'], program: 'usr/lib/postgresql' })
  const unpacked = newestIn(kept.command.slice(0, -'usr/lib/postgresql'.length))
  if (unpacked === undefined) throw new Error('the package postgresql holds no pg_dump')
  return { bin: unpacked, env: kept.env ?? process.env }
}

function newestIn(root: string): string | undefined {
  const found = globSync('usr/lib/postgresql/*/bin/pg_dump', { cwd: root })
    .map(file => join(root, dirname(file)))
    .filter(bin => existsSync(join(bin, 'postgres')))
  return found.sort((a, b) => a.localeCompare(b, 'en', { numeric: true })).at(-1)
}
