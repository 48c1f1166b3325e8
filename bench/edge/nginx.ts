import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { type Binary, findOnPath, isListening } from '@mtg/embedded'

/** A running nginx. */
export interface Nginx {
  readonly pid: number
  readonly stop: () => void
}

const START_TRIES = 100
const START_PAUSE_MS = 50

/** The machine's own, if it has one. */
export function findNginx(): Binary | undefined {
  return findOnPath('nginx')
}

export function versionOfNginx({ command, env }: Binary): string {
  const { stderr } = spawnSync(command, ['-v'], { encoding: 'utf8', env })
  return /nginx\/(\S+)/.exec(stderr ?? '')?.[1] ?? 'unknown'
}

/** Starts nginx as a pass-through with one worker and connections kept open. */
export async function startNginx({ command, env }: Binary, upstream: string, port: number): Promise<Nginx> {
  const home = mkdtempSync(join(tmpdir(), 'mtg-bench-nginx-'))
  const file = join(home, 'nginx.conf')
  writeFileSync(file, configuration(home, new URL(upstream).host, port))
  const child = spawn(command, ['-c', file, '-p', home, '-e', 'stderr'], {
    env,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const stop = () => {
    child.kill()
    rmSync(home, { recursive: true, force: true })
  }
  try {
    await listening(child, port)
  } catch (thrown) {
    stop()
    throw thrown
  }
  return { pid: child.pid ?? 0, stop }
}

function configuration(home: string, upstreamHost: string, port: number): string {
  const places = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(name => `${name}_temp_path ${home}/${name};`)
  return `
daemon off;
master_process off;
worker_processes 1;
pid ${home}/nginx.pid;
events { worker_connections 2048; }
http {
  access_log off;
  ${places.join('\n  ')}
  keepalive_requests 1000000000;
  upstream publisher { server ${upstreamHost}; keepalive 512; keepalive_requests 1000000000; }
  server {
    listen 127.0.0.1:${port};
    location / {
      proxy_pass http://publisher;
      proxy_http_version 1.1;
      proxy_set_header connection "";
    }
  }
}
`
}

async function listening(child: ChildProcess, port: number): Promise<void> {
  for (let tries = START_TRIES; tries > 0; tries -= 1) {
    if (child.exitCode !== null) throw new Error(`nginx ended with ${child.exitCode}`)
    if (await isListening(port)) return
    await pause(START_PAUSE_MS)
  }
  throw new Error('nginx does not listen')
}
