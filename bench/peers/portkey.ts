import { join } from 'node:path'
import { chatCall } from './chat.ts'
import { isInstalled, run } from './install.ts'
import type { Peer } from './peer.ts'
import { runServer } from './run-server.ts'
import { VERSIONS } from './versions.ts'

const PACKAGE = '@portkey-ai/gateway'

/** Portkey's gateway, told by headers where to pass calls on to. */
export const portkey: Peer = {
  name: 'Portkey gateway',
  settings: '--headless, NODE_ENV=production, on the same Node as ours; the publisher as x-portkey-custom-host',
  folder: `portkey-${VERSIONS.portkey}`,
  isHere: isInstalled,
  async install(home) {
    const args = ['install', '--prefix', home, '--no-save', '--ignore-scripts', '--no-audit', '--no-fund']
    await run('npm', [...args, `${PACKAGE}@${VERSIONS.portkey}`], { cwd: home })
  },
  async start({ home, work, port, upstream }) {
    const headers = { 'x-portkey-provider': 'openai', 'x-portkey-custom-host': `${upstream}/v1` }
    const call = chatCall({ headers })
    const program = join(home, 'node_modules', PACKAGE, 'build/start-server.js')
    const server = await runServer({
      command: process.execPath,
      args: [program, `--port=${port}`, '--headless'],
      env: { NODE_ENV: 'production' },
      work,
      port,
      call,
    })
    return { ...server, version: VERSIONS.portkey, call }
  },
}
