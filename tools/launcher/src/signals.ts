/** npm, its shell and scripts/run.mjs each pass a Ctrl-C on: copies of one are not a second one. */
const SAME_SIGNAL_MS = 700
const PARENT_POLL_MS = 1_000

/** Wishes of whoever runs the command: to stop in order, and then to end everything at once. */
interface StopSignals {
  first: Promise<void>
  second: Promise<void>
}

/** Resolves `first` at the first signal, and `second` at one that is not a copy of it. */
export function watchSignals(): StopSignals {
  const first = Promise.withResolvers<void>()
  const second = Promise.withResolvers<void>()
  let firstAt: number | undefined
  const onSignal = (): void => {
    firstAt ??= performance.now()
    first.resolve()
    if (performance.now() - firstAt > SAME_SIGNAL_MS) second.resolve()
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, onSignal)
  stopWithParent(onSignal)
  return { first: first.promise, second: second.promise }
}

/** Under npm, the end of the starting command without a signal (kill -9) is a wish to stop as well. */
function stopWithParent(stop: () => void): void {
  if (process.env.npm_lifecycle_event === undefined) return
  const parent = process.ppid
  const watch = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(watch)
    stop()
  }, PARENT_POLL_MS)
  watch.unref()
}
