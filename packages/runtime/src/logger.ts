import { type DestinationStream, pino } from 'pino'
import { isoTime } from './iso-time.ts'
import { redact, redactText } from './redact.ts'

/** Levels of the setting LOG_LEVEL. */
export const logLevels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const

/** A level of `logLevels`. */
export type LogLevel = (typeof logLevels)[number]

/** Writes one JSON line. Facts first, then a constant sentence that can be searched for. */
export type LogLine = (facts: Readonly<Record<string, unknown>>, message: string) => void

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
  readonly level?: LogLevel
  /** Defaults to standard output. */
  readonly destination?: DestinationStream
}

interface LogDestination extends DestinationStream {
  lastLevel: number
}

/** Standard output, written in the background: lines that must not be lost or overtaken need a `close` before an exit. */
export interface LogOutput {
  readonly destination: LogDestination
  /** Resolves when every line so far is written; later ones are ignored. */
  close(): Promise<void>
}

/** pino's number of the level. */
const WARN = 40

/** A system call, and a buffer, for each line would cost a busy service more than the line itself. */
const BATCH_LENGTH = 64 * 1024
const LINGER_MS = 100

/**
 * Opens standard output for a process's log. Lines are written together, at the latest after 100 ms; warnings and worse
 * at once, with all that came before them.
 */
export function openLogOutput(): LogOutput {
  const stream = pino.destination({ dest: 1, sync: false, contentMode: 'buffer' })
  // Its type knows of text only.
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
      // Makes pino tell the level of the line that it is about to write.
      [Symbol.for('pino.metadata')]: true,
      lastLevel: 0,
      write(line) {
        if (closing !== undefined) return
        lines.push(line)
        length += line.length
        if (length >= BATCH_LENGTH || this.lastLevel >= WARN) writeAll()
        else timer ??= setTimeout(writeAll, LINGER_MS).unref()
      },
    },
    close: () => (closing ??= end()),
  }
}

/** Makes a logger of JSON lines with `time` (ISO), `level`, `service` and `msg`. An error goes under `err`. */
export function createLogger(options: LoggerOptions): Logger {
  const base = pino(
    {
      level: options.level ?? 'info',
      base: { service: options.service },
      timestamp: () => `,"time":"${isoTime(Date.now())}"`,
      formatters: { level: label => ({ level: label }) },
      // Errors are flattened by redact; pino's own serializer would drop their causes.
      serializers: { err: value => value as unknown },
    },
    options.destination ?? openLogOutput().destination,
  )
  return wrap(base, {})
}

function wrap(base: pino.Logger, bound: Readonly<Record<string, unknown>>): Logger {
  const isBound = Object.keys(bound).length > 0
  const writer =
    (level: 'debug' | 'info' | 'warn' | 'error' | 'fatal'): LogLine =>
    (facts, message) => {
      if (!base.isLevelEnabled(level)) return
      const safe = redact(facts) as object
      base[level](isBound ? { ...bound, ...safe } : safe, redactText(message))
    }
  return {
    debug: writer('debug'),
    info: writer('info'),
    warn: writer('warn'),
    error: writer('error'),
    fatal: writer('fatal'),
    isEnabled: level => base.isLevelEnabled(level),
    child: facts => wrap(base, { ...bound, ...(redact(facts) as object) }),
  }
}
