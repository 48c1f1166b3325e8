interface Group<Question, Answer> {
  readonly question: Question
  readonly waiting: PromiseWithResolvers<Answer>[]
}

/** How questions are told apart, and asked. */
export interface AskOnceOptions<Question, Answer> {
  /** Questions of one key are the same. */
  readonly keyOf: (question: Question) => string
  /** Asks once for all of them; the answer of each, by its index. */
  readonly ask: (question: Question, count: number) => Promise<(index: number) => Answer>
}

/**
 * Asks the same question once for all who asked it in one turn of the event loop. Calls arrive many to a network read, and
 * those of a busy buyer mostly call the same app: without this, Redis would be asked for each of them.
 */
export function askOnceATurn<Question, Answer>(
  options: AskOnceOptions<Question, Answer>,
): (question: Question) => Promise<Answer> {
  const groups = new Map<string, Group<Question, Answer>>()

  function askAll(): void {
    const asked = [...groups.values()]
    groups.clear()
    for (const group of asked) void answer(group)
  }

  async function answer({ question, waiting }: Group<Question, Answer>): Promise<void> {
    try {
      const answerOf = await options.ask(question, waiting.length)
      waiting.forEach(({ resolve }, index) => resolve(answerOf(index)))
    } catch (thrown) {
      for (const { reject } of waiting) reject(thrown)
    }
  }

  return question => {
    const key = options.keyOf(question)
    let group = groups.get(key)
    if (group === undefined) {
      if (groups.size === 0) setImmediate(askAll)
      group = { question, waiting: [] }
      groups.set(key, group)
    }
    const answered = Promise.withResolvers<Answer>()
    group.waiting.push(answered)
    return answered.promise
  }
}
