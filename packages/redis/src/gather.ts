/** Calls a function with many keys; see `RedisFunctions.call`. */
type Call = (name: string, keys: readonly string[], args: readonly (string | number)[]) => Promise<unknown>

interface Asked {
  readonly key: string
  readonly args: readonly (string | number)[]
  readonly answer: PromiseWithResolvers<unknown>
}

/**
 * Makes one call of those that are asked for in one turn, as many as `keysMax`: most of what a command costs at both ends is the same for
 * a hundred keys as for one. The reply is a list with one for each key; one that is an error is of its own key alone.
 */
export function gatherCalls(call: Call, keysMax: number) {
  const gathered = new Map<string, Asked[]>()

  function send(name: string): void {
    const asked = gathered.get(name) ?? []
    gathered.delete(name)
    for (let start = 0; start < asked.length; start += keysMax) void sendSome(name, asked.slice(start, start + keysMax))
  }

  async function sendSome(name: string, asked: readonly Asked[]): Promise<void> {
    try {
      const keys = asked.map(({ key }) => key)
      const args = asked.flatMap(each => each.args)
      const replies = await call(name, keys, args)
      if (!Array.isArray(replies) || replies.length !== keys.length) {
        throw new Error(`${name} has not replied for each key`)
      }
      for (const [place, { answer }] of asked.entries()) {
        const reply: unknown = replies[place]
        if (reply instanceof Error) answer.reject(reply)
        else answer.resolve(reply)
      }
    } catch (thrown) {
      for (const { answer } of asked) answer.reject(thrown)
    }
  }

  return (name: string, key: string, args: readonly (string | number)[]): Promise<unknown> => {
    const answer = Promise.withResolvers<unknown>()
    const asked = gathered.get(name)
    if (asked === undefined) {
      gathered.set(name, [{ key, args, answer }])
      queueMicrotask(() => send(name))
    } else asked.push({ key, args, answer })
    return answer.promise
  }
}
