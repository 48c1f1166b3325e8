import { isoTime } from '@mtg/primitives'
import { pino } from 'pino'
import { redact, redactText } from './redact.ts'

/** Levels of the setting LOG_LEVEL. */
export const logLevels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const

/** A level of `logLevels`. */
type LogLevel = (typeof logLevels)[number]

/** Writes one JSON line. Facts first, then a constant sentence that can be searched for. */
type LogLine = (facts: Readonly<Record<string, unknown>>, message: string) => void

/** The services' logger. Credentials are masked wherever they turn up. */
export interface Logger {
  readonly debug: LogLine
  readonly info: LogLine
  readonly warn: LogLine
  readonly error: LogLine
  readonly fatal: LogLine
  /** Whether lines of this level are written: lets callers skip work for lines that are not. */
  isEnabled(level: LogLevel): boolean
  /** A logger that adds these facts to every line. */
  child(facts: Readonly<Record<string, unknown>>): Logger
}

/** How to make a logger. */
export interface LoggerOptions {
  /** Named in every line. */
  readonly service: string
  /** Of the release; in every line where it is given. */
  readonly version?: string
  readonly level?: LogLevel
  /** Defaults to standard output. */
  readonly destination?: LogDestination
}

/** Takes lines, each with its line end. */
interface LogDestination {
  write(line: string, level: LogLevel): void
}

/** Standard output, written in the background: lines that must not be lost or overtaken need a `close` before an exit. */
export interface LogOutput {
  readonly destination: LogDestination
  /** Resolves when every line so far is written; later ones are ignored. */
  close(): Promise<void>
}

const URGENT: ReadonlySet<LogLevel> = new Set(['warn', 'error', 'fatal'])
/** A system call, and a buffer, for each line would cost a busy service more than the line itself. */
const BATCH_LENGTH = 64 * 1024
const LINGER_MS = 100

/**
 * Opens standard output for a process's log. Lines are written together, at the latest after 100 ms; warnings and worse
 * at once, with all that came before them.
 */
export function openLogOutput(): LogOutput {
  const stream = pino.destination({ dest: 1, sync: false, contentMode: 'buffer' })
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- its type knows of text only, `contentMode` makes it take bytes
  const bytes = stream as unknown as { write(batch: Buffer): boolean }
  let lines: string[] = []
  let length = 0
  let timer: NodeJS.Timeout | undefined
  let closing: Promise<void> | undefined
  const writeAll = () => {
    clearTimeout(timer)
    timer = undefined
    if (lines.length > 0) bytes.write(Buffer.from(lines.join('')))
    lines = []
    length = 0
  }
  const end = () =>
    new Promise<void>(resolve => {
      writeAll()
      stream.once('close', resolve)
      stream.end()
    })
  return {
    destination: {
      write(line, level) {
        if (closing !== undefined) return
        lines.push(line)
        length += line.length
        if (length >= BATCH_LENGTH || URGENT.has(level)) writeAll()
        else timer ??= setTimeout(writeAll, LINGER_MS).unref()
      },
    },
    close: () => (closing ??= end()),
  }
}

/** Makes a logger of JSON lines with `level`, `time` (ISO), `service` and `msg`. An error goes under `err`. */
export function createLogger({ service, version, level = 'info', destination }: LoggerOptions): Logger {
  const lowest = logLevels.indexOf(level)
  return loggerOf({ lowest, destination: destination ?? openLogOutput().destination }, membersOf({ service, version }))
}

interface Sink {
  /** Index of the lowest level that is written. */
  readonly lowest: number
  readonly destination: LogDestination
}

/** `bound`: members that every line has, as JSON. */
function loggerOf(sink: Sink, bound: string): Logger {
  const isEnabled = (level: LogLevel) => logLevels.indexOf(level) >= sink.lowest
  const writer = (level: LogLevel): LogLine => {
    if (!isEnabled(level)) return () => {}
    return (facts, message) => {
      const time = isoTime(Date.now())
      const members = `"level":"${level}","time":"${time}"${bound}${membersOf(facts)},"msg":${JSON.stringify(redactText(message))}`
      sink.destination.write(`{${members}}\n`, level)
    }
  }
  return {
    debug: writer('debug'),
    info: writer('info'),
    warn: writer('warn'),
    error: writer('error'),
    fatal: writer('fatal'),
    isEnabled,
    child: facts => loggerOf(sink, bound + membersOf(facts)),
  }
}

/** Each behind a comma. */
function membersOf(facts: Readonly<Record<string, unknown>>): string {
  const text = JSON.stringify(redact(facts))
  return text === '{}' ? '' : `,${text.slice(1, -1)}`
}
