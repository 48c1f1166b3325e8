import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

/** A running nginx. */
export interface Nginx {
  readonly pid: number
  stop(): void
}

const PLACES = ['nginx', '/usr/sbin/nginx', '/usr/local/sbin/nginx']
const START_TRIES = 100
const START_PAUSE_MS = 50

/** Starts nginx as a pass-through with one worker and connections kept open; undefined where there is none. */
export async function startNginx(upstream: string, port: number): Promise<Nginx | undefined> {
  const binary = PLACES.find(place => spawnSync(place, ['-v']).status === 0)
  if (binary === undefined) return undefined
  const home = mkdtempSync(join(tmpdir(), 'mtg-bench-nginx-'))
  const file = join(home, 'nginx.conf')
  writeFileSync(file, configuration(home, new URL(upstream).host, port))
  const child = spawn(binary, ['-c', file, '-p', home, '-e', 'stderr'], { stdio: ['ignore', 'ignore', 'inherit'] })
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
      proxy_pass http://publisher/mcp;
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
    if (await accepts(port)) return
    await pause(START_PAUSE_MS)
  }
  throw new Error('nginx does not listen')
}

function accepts(port: number): Promise<boolean> {
  return new Promise(resolve => {
    const socket = connect(port, '127.0.0.1')
    const end = (accepted: boolean) => {
      socket.destroy()
      resolve(accepted)
    }
    socket.once('connect', () => end(true)).once('error', () => end(false))
  })
}
