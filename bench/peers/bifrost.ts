import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { findOnPath } from '@mtg/embedded'
import { chatCall, KEY, MODEL } from './chat.ts'
import { isInstalled, run } from './install.ts'
import type { Peer } from './peer.ts'
import { runServer } from './run-server.ts'
import { VERSIONS } from './versions.ts'

const MODULE = 'github.com/maximhq/bifrost/transports'

/** Bifrost's HTTP gateway, built from its Go module: its npm package only downloads a binary from its makers' own host. */
export const bifrost: Peer = {
  name: 'Bifrost',
  settings: 'bifrost-http built from its Go module, GOMAXPROCS=1, file configuration, no stores, no request log',
  folder: `bifrost-${VERSIONS.bifrost}`,
  isHere: isInstalled,
  async install(home) {
    const go = findOnPath('go')?.command
    if (go === undefined) throw new Error('there is no go')
    const modules = join(home, 'modules')
    const env = { ...process.env, GOFLAGS: '-mod=mod -modcacherw', GOTOOLCHAIN: 'local', GOMODCACHE: modules }
    const module = `${MODULE}@v${VERSIONS.bifrost}`
    await run(go, ['mod', 'download', module], { cwd: home, env })
    const source = join(home, 'source')
    cpSync(join(modules, module), source, { recursive: true })
    // Its web pages are no part of the module, and the program does not compile without any.
    mkdirSync(join(source, 'bifrost-http/ui'), { recursive: true })
    writeFileSync(join(source, 'bifrost-http/ui/index.html'), '')
    await run(go, ['build', '-o', join(home, 'bifrost-http'), './bifrost-http'], { cwd: source, env })
    for (const folder of [modules, source]) rmSync(folder, { recursive: true, force: true })
  },
  async start({ home, work, port, upstream }) {
    writeFileSync(join(work, 'config.json'), JSON.stringify(configuration(upstream)))
    const call = chatCall({ model: `openai/${MODEL}` })
    const server = await runServer({
      command: join(home, 'bifrost-http'),
      args: ['-host', '127.0.0.1', '-port', String(port), '-app-dir', work, '-log-level', 'error'],
      env: { GOMAXPROCS: '1' },
      work,
      port,
      call,
    })
    return { ...server, version: VERSIONS.bifrost, call }
  },
}

function configuration(upstream: string) {
  return {
    client: { enable_logging: false, drop_excess_requests: false },
    providers: {
      openai: {
        keys: [{ name: 'bench', value: KEY, models: ['*'], weight: 1 }],
        network_config: { base_url: upstream, max_retries: 0 },
      },
    },
    config_store: { enabled: false },
    logs_store: { enabled: false },
  }
}
