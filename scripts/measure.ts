// Loaded into every test file's process: writes down what the file took, which the reporter reads when all have ended.
import { appendFileSync, readFileSync } from 'node:fs'

const timesFile = process.env.TEST_TIMES_FILE

/** The kernel counts processor time in hundredths of a second, whatever its own clock. */
const TICK_MS = 10
const CHILDREN_USER_FIELD = 13
const CHILDREN_SYSTEM_FIELD = 14

/** Processor time of the processes that the file started and saw end; only Linux tells it. */
function childrenCpuMs(): number {
  if (process.platform !== 'linux') return 0
  const stat = readFileSync('/proc/self/stat', 'utf8')
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return (Number(fields[CHILDREN_USER_FIELD]) + Number(fields[CHILDREN_SYSTEM_FIELD])) * TICK_MS
}

if (timesFile !== undefined) {
  process.on('exit', () => {
    const { user, system } = process.cpuUsage()
    const cpuMs = Math.round((user + system) / 1_000 + childrenCpuMs())
    const times = { file: process.argv[1], wallMs: Math.round(performance.now()), cpuMs }
    appendFileSync(timesFile, `${JSON.stringify(times)}\n`)
  })
}
