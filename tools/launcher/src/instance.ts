import { join } from 'node:path'
import { workspaceRoot } from '@mtg/embedded'
import type { DataDir } from './data-dir.ts'
import type { GivenServers } from './given-servers.ts'
import { type ServerLayout, type Servers, startServers } from './servers.ts'
import { type InstanceState, removeState, writeState } from './state-file.ts'
import { type Supervised, supervise } from './supervisor.ts'

/** When a process is stopped: the edge finishes its calls while everything it needs still runs. */
type Stage = 'edge' | 'services' | 'publishers'

const STOP_ORDER: Stage[] = ['edge', 'services', 'publishers']

/** Where built programs lie, and the unprivileged user that runs them. */
export interface Build {
  root: string
  uid: number
  gid: number
  /** A command that becomes that user and runs what follows it; without one, programs are started as that user. */
  under?: readonly string[] | undefined
}

/** A program of this workspace, or of a build of it, to run. */
interface NodeProcess {
  name: string
  /** The checkout itself when left out. */
  build?: Build | undefined
  /** Path of its main file from the root. */
  entry: string
  /** For Node itself. */
  flags?: readonly string[]
  niceness?: number
  env: NodeJS.ProcessEnv
}

/** Everything that runs for one data folder. */
export interface Instance {
  dataDir: DataDir
  startServers: (given: GivenServers, layout: ServerLayout) => Promise<Servers>
  startProcess: (stage: Stage, program: NodeProcess) => Supervised
  /** Process ids by name, as they are now. */
  pids: () => Record<string, number>
  /** Writes the state file, now and whenever a process id changes. */
  publishState: (state: Omit<InstanceState, 'pids'>) => void
  /** Ends all processes in order, then the servers, and gives the data folder back. */
  stop: () => Promise<void>
  /** Ends everything by force. */
  killAll: () => void
}

/** An instance of which nothing runs yet. */
export function createInstance(dataDir: DataDir): Instance {
  const root = workspaceRoot()
  const processes: { stage: Stage; process: Supervised }[] = []
  let servers: Servers | undefined
  let published: Omit<InstanceState, 'pids'> | undefined

  const pids = () => ({ ...pidsOf(processes.map(row => row.process)), ...servers?.pids() })
  const writeChanges = (): void => {
    if (published !== undefined) writeState(dataDir.path, { ...published, pids: pids() })
  }

  return {
    dataDir,
    pids,
    async startServers(given, layout) {
      servers = await startServers(given, dataDir, layout, writeChanges)
      return servers
    },
    startProcess(stage, { name, build, entry, flags = [], env, niceness }) {
      const [command, ...args] = [...(build?.under ?? []), process.execPath, ...flags, join(build?.root ?? root, entry)]
      const user = build === undefined || build.under !== undefined ? {} : { user: build }
      const program = {
        command,
        args,
        cwd: build?.root ?? root,
        ...user,
        env: childEnv(env, root),
        ...(niceness !== undefined && { niceness }),
      }
      const started = supervise({ ...program, name, logFile: dataDir.nextLogFile(name) }, writeChanges)
      processes.push({ stage, process: started })
      return started
    },
    publishState(state) {
      published = state
      writeChanges()
    },
    async stop() {
      published = undefined
      for (const stage of STOP_ORDER) {
        await Promise.all(processes.filter(row => row.stage === stage).map(row => row.process.stop()))
      }
      await servers?.stop()
      removeState(dataDir.path)
      dataDir.release()
    },
    killAll() {
      published = undefined
      for (const { process } of processes) process.kill()
      servers?.kill()
    },
  }
}

function pidsOf(processes: Supervised[]): Record<string, number> {
  const known = processes.flatMap((process): [string, number][] => {
    const pid = process.pid()
    return pid === undefined ? [] : [[process.name, pid]]
  })
  return Object.fromEntries(known)
}

function childEnv(env: NodeJS.ProcessEnv, root: string): NodeJS.ProcessEnv {
  // A test runner's channel must not reach services, which would write their output into it.
  const { NODE_TEST_CONTEXT: _channel, ...inherited } = env
  // Compiled code is kept between starts, which saves each process a good part of its start.
  return { NODE_COMPILE_CACHE: join(root, '.runtime/compile-cache'), ...inherited }
}
