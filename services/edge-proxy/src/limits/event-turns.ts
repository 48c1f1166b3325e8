/** Streams that go on in one turn of the event loop, of those that have many events at once; all others wait for theirs. */
const STREAMS_PER_TURN = 1

/** The process has one event loop, so its turns are shared by all streams. */
const waiting: (() => void)[] = []

/** Resolves when it is this stream's turn again, after everything else has had one. */
export function nextTurn(): Promise<void> {
  return new Promise(resolve => {
    waiting.push(resolve)
    if (waiting.length === 1) setImmediate(goOn)
  })
}

function goOn(): void {
  for (const resume of waiting.splice(0, STREAMS_PER_TURN)) resume()
  if (waiting.length > 0) setImmediate(goOn)
}
