import { createHash } from 'node:crypto'

/** What the chain learns its words from. */
const CORPUS = `
A gateway stands between those who call and those who serve. It asks who is calling and whether the call is paid for.
It counts every call once and bills every call once. A call that fails costs nothing. A call that is answered is paid.
Those who serve see the call and never the key of the caller. Those who call see the answer and never the key of the server.
The meter runs for thirty days and starts again. The wallet holds money for a call until the answer is there.
A good ledger never forgets and never guesses. Every entry has two sides and the sum of all sides is zero.
`
const SENTENCES = 3
const SENTENCE_WORDS_MAX = 18

const followers = learn(CORPUS)

/**
 * A reply to the last message. There is no intelligence in it: a disclosure, an echo, and sentences from a chain of
 * words, chosen by a hash of the question, so that the same question always has the same reply.
 */
export function generateReply(question: string): string {
  const choose = createChooser(question)
  const sentences = Array.from({ length: SENTENCES }, () => sentence(choose))
  const echo = question.length > 80 ? `${question.slice(0, 80)}...` : question
  return `I am a sample without a language model behind me. You wrote: "${echo}". ${sentences.join(' ')}`
}

/** Splits a text into what the sample counts as tokens: words with the space before them. */
export function tokensOf(text: string): string[] {
  return text.match(/\s*\S+/g) ?? []
}

function learn(corpus: string): Map<string, string[]> {
  const chain = new Map<string, string[]>()
  const words = corpus.trim().split(/\s+/)
  words.forEach((word, index) => {
    const next = words[index + 1]
    if (next !== undefined) chain.set(word, [...(chain.get(word) ?? []), next])
  })
  return chain
}

type Choose = <T>(options: readonly T[]) => T

/** Chooses by a hash that changes with every choice. */
function createChooser(seed: string): Choose {
  let state = createHash('sha256').update(seed).digest()
  return options => {
    state = createHash('sha256').update(state).digest()
    const chosen = options[state.readUInt32BE() % options.length]
    if (chosen === undefined) throw new RangeError('there is nothing to choose from')
    return chosen
  }
}

function sentence(choose: Choose): string {
  const starts = [...followers.keys()].filter(word => /^[A-Z]/.test(word))
  const words = [choose(starts)]
  while (words.length < SENTENCE_WORDS_MAX && !words.at(-1)?.endsWith('.')) {
    words.push(choose(followers.get(words.at(-1) ?? '') ?? ['.']))
  }
  return words.join(' ').replace(/[ .]*$/, '.')
}
