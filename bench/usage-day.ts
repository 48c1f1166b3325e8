// npm run bench:usage-day: a day of usage messages through their stream, in minutes; its size stays flat.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { startNats } from '@mtg/embedded'
import { putThrough, type Sample } from './usage-day/put-through.ts'

const HELP = `npm run bench:usage-day [-- OPTIONS]

Puts so many hours of usage records through a NATS stream of 64 MiB (a sixteenth of its default size), as fast as it goes: messages of
1,000 events, made as edges make them, consumed as metering consumes them and then only counted. Fails unless each message
arrives once, the stream is empty in the end, and neither it nor the server's files ever grow beyond their bounds.

  --hours N      how many (default 24)
  --rate N       calls a second (default 500)
  --help         this text`

const MEBIBYTE = 1024 * 1024
const STREAM_BYTES_MAX = 64 * MEBIBYTE
/** Files hold what was removed until a block of them is all removed. */
const DISK_BYTES_MAX = 4 * STREAM_BYTES_MAX
const EVENTS_PER_MESSAGE = 1000
const REPORT_MS = 10_000

const { values: options } = parseArgs({
  options: {
    hours: { type: 'string', default: '24' },
    rate: { type: 'string', default: '500' },
    help: { type: 'boolean', default: false },
  },
})
const hours = Number(options.hours)
const rate = Number(options.rate)

if (options.help) console.log(HELP)
else if (!(hours > 0 && rate > 0)) {
  console.error('--hours and --rate must be numbers above 0')
  process.exitCode = 2
} else process.exitCode = (await main()) ? 0 : 1

async function main(): Promise<boolean> {
  const messageCount = Math.ceil((hours * 3600 * rate) / EVENTS_PER_MESSAGE)
  const dir = mkdtempSync(join(tmpdir(), 'mtg-usage-day-'))
  const server = await startNats({ dir })
  try {
    const outcome = await putThrough({
      natsUrl: server.url,
      storeDir: dir,
      messageCount,
      eventsPerMessage: EVENTS_PER_MESSAGE,
      streamBytesMax: STREAM_BYTES_MAX,
      onSample: reporter(messageCount),
    })
    const { storedMessages, seconds, payloadBytes, streamBytesMost, diskBytesMost, repeatedMessages } = outcome
    console.log(
      `${storedMessages} messages of ${EVENTS_PER_MESSAGE} events, ${inMebibytes(payloadBytes)}, in ${seconds.toFixed(0)} s: ` +
        `stream at most ${inMebibytes(streamBytesMost)}, files at most ${inMebibytes(diskBytesMost)}, ` +
        `${repeatedMessages} came twice, ${outcome.streamBytesAtEnd} bytes left`,
    )
    return streamBytesMost <= STREAM_BYTES_MAX && diskBytesMost <= DISK_BYTES_MAX && repeatedMessages === 0
  } finally {
    await server.stop()
    rmSync(dir, { recursive: true, force: true })
  }
}

function reporter(messageCount: number) {
  let reportedAtMs = Number.NEGATIVE_INFINITY
  return ({ storedMessages, streamBytes, diskBytes }: Sample) => {
    if (performance.now() - reportedAtMs < REPORT_MS) return
    reportedAtMs = performance.now()
    const part = ((100 * storedMessages) / messageCount).toFixed(0).padStart(3)
    console.log(`${part} %  stream ${inMebibytes(streamBytes)}  files ${inMebibytes(diskBytes)}`)
  }
}

function inMebibytes(bytes: number): string {
  return `${(bytes / MEBIBYTE).toFixed(0)} MiB`
}
