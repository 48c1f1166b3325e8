import type { McpServer } from '@modelcontextprotocol/server'
import * as z from 'zod'
import { answer } from './result.ts'

const WORDS_A_MINUTE = 230
const FREQUENT_WORDS_MAX = 10
const WORD_LENGTH_MIN = 4

/** Facts about a text. */
export interface TextStatistics {
  [fact: string]: unknown
  characters: number
  words: number
  sentences: number
  paragraphs: number
  readingMinutes: number
  frequentWords: { word: string; count: number }[]
}

/** Splits a text into words or sentences by the rules of Unicode. */
export function segments(text: string, granularity: 'word' | 'sentence'): string[] {
  const segmenter = new Intl.Segmenter('en', { granularity })
  return [...segmenter.segment(text)]
    .filter(({ segment, isWordLike }) => (granularity === 'word' ? isWordLike === true : segment.trim() !== ''))
    .map(({ segment }) => segment.trim())
}

/** How often each word of some length occurs, most frequent first. */
export function wordCounts(text: string): { word: string; count: number }[] {
  const counts = new Map<string, number>()
  for (const word of segments(text.toLowerCase(), 'word')) {
    if (word.length >= WORD_LENGTH_MIN) counts.set(word, (counts.get(word) ?? 0) + 1)
  }
  return [...counts]
    .map(([word, count]) => ({ word, count }))
    .toSorted((one, other) => other.count - one.count || one.word.localeCompare(other.word))
}

/** Counts what a text has. */
export function textStatistics(text: string): TextStatistics {
  const words = segments(text, 'word').length
  return {
    characters: [...new Intl.Segmenter('en').segment(text)].length,
    words,
    sentences: segments(text, 'sentence').length,
    paragraphs: text.split(/\n\s*\n/).filter(part => part.trim() !== '').length,
    readingMinutes: Math.ceil((words / WORDS_A_MINUTE) * 10) / 10,
    frequentWords: wordCounts(text).slice(0, FREQUENT_WORDS_MAX),
  }
}

/** Registers `text_statistics`. */
export function registerText(server: McpServer): void {
  server.registerTool(
    'text_statistics',
    {
      title: 'Text statistics',
      description: 'Counts characters, words, sentences and paragraphs of a text, its reading time and frequent words.',
      inputSchema: z.object({ text: z.string().min(1) }),
      outputSchema: z.object({
        characters: z.int(),
        words: z.int(),
        sentences: z.int(),
        paragraphs: z.int(),
        readingMinutes: z.number(),
        frequentWords: z.array(z.object({ word: z.string(), count: z.int() })),
      }),
      annotations: { readOnlyHint: true, openWorldHint: false },
    },
    ({ text }) => {
      const statistics = textStatistics(text)
      const { words, sentences, readingMinutes } = statistics
      return answer(`${words} words in ${sentences} sentences, ${readingMinutes} minutes to read`, statistics)
    },
  )
}
