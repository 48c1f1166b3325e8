// Loaded into every test file's process: one whose tests have ended, but which something keeps alive, would stop the
// whole run for ever. It ends, as failed, and says what was left open.
import { after } from 'node:test'

/** What the file's own `after` hooks stop counts too, and a busy machine stops a whole system slowly. */
const limitMs = Number(process.env.TEST_LINGER_MS ?? 180_000)

after(() => {
  setTimeout(() => {
    const open = process.getActiveResourcesInfo().join(', ')
    console.error(`The tests of ${process.argv[1]} ended ${limitMs} ms ago, and these are still open: ${open}`)
    process.exit(1)
  }, limitMs).unref()
})
