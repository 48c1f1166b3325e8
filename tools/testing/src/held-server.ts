// A process that holds one server for a test process, and stops it once that process is gone.
// A test hook cannot do this: hooks end with what they were declared in, and a file's own clean-up comes after them.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type RunningServer, removeServerData, startNats, startPostgres, startRedis } from '@mtg/embedded'

const starters: Readonly<Record<string, (dir: string) => Promise<RunningServer>>> = {
  postgres: dir => startPostgres({ dir, durable: false }),
  redis: dir => startRedis({ dir }),
  nats: dir => startNats({ dir }),
}

const kind = process.argv[2] ?? ''
const start = starters[kind]
if (start === undefined) throw new Error(`there is no server called "${kind}"`)
const home = mkdtempSync(join(tmpdir(), 'mtg-test-'))
const data = join(home, 'data')
const server = await start(data)

process.once('disconnect', () => {
  void server.stop().then(() => {
    removeServerData(data)
    rmSync(home, { recursive: true, force: true })
    process.exit(0)
  })
})
process.send?.({ url: server.url })
