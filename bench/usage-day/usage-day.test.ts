import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { type RunningServer, startNats } from '@mtg/embedded'
import { putThrough } from './put-through.ts'

const MEBIBYTE = 1024 * 1024

const dir = mkdtempSync(join(tmpdir(), 'mtg-usage-day-'))
let server: RunningServer

before(async () => {
  server = await startNats({ dir })
})
after(async () => {
  await server?.stop()
  rmSync(dir, { recursive: true, force: true })
})

// The long form is `npm run bench:usage-day`: a whole day of them.
test("a stream through which ten times its size flows stays within it, and so do the server's files", async () => {
  const messageCount = 80
  const streamBytesMax = 4 * MEBIBYTE
  const outcome = await putThrough({
    natsUrl: server.url,
    storeDir: dir,
    messageCount,
    eventsPerMessage: 1000,
    streamBytesMax,
  })
  assert.ok(outcome.payloadBytes > 10 * streamBytesMax, `${outcome.payloadBytes} bytes flowed`)
  assert.deepEqual([outcome.storedMessages, outcome.repeatedMessages, outcome.streamBytesAtEnd], [messageCount, 0, 0])
  assert.ok(outcome.streamBytesMost <= streamBytesMax, `the stream had ${outcome.streamBytesMost} bytes`)
  assert.ok(outcome.diskBytesMost <= 4 * streamBytesMax, `files had ${outcome.diskBytesMost} bytes`)
})
