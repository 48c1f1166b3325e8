import type { McpServer, ServerContext } from '@modelcontextprotocol/server'
import * as z from 'zod'
import { answer } from './result.ts'
import { segments, wordCounts } from './text.ts'

/** A sentence with its place in the text. */
interface Ranked {
  sentence: string
  index: number
  score: number
}

/**
 * The sentences whose words are most frequent in the whole text, in their own order: an extract, not a paraphrase.
 * `onParagraph` is told of every paragraph that has been read.
 */
export async function extractSummary(
  text: string,
  sentenceCount: number,
  onParagraph: (done: number, total: number) => Promise<void> = async () => {},
): Promise<string[]> {
  const counts = new Map(wordCounts(text).map(({ word, count }) => [word, count]))
  const paragraphs = text.split(/\n\s*\n/).filter(paragraph => paragraph.trim() !== '')
  const ranked: Ranked[] = []
  for (const [done, paragraph] of paragraphs.entries()) {
    for (const sentence of segments(paragraph, 'sentence')) {
      ranked.push({ sentence, index: ranked.length, score: scoreOf(sentence, counts) })
    }
    await onParagraph(done + 1, paragraphs.length)
  }
  const best = ranked.toSorted((one, other) => other.score - one.score || one.index - other.index)
  return best
    .slice(0, sentenceCount)
    .toSorted((one, other) => one.index - other.index)
    .map(({ sentence }) => sentence)
}

function scoreOf(sentence: string, counts: Map<string, number>): number {
  const words = segments(sentence.toLowerCase(), 'word')
  const total = words.reduce((sum, word) => sum + (counts.get(word) ?? 0), 0)
  return words.length === 0 ? 0 : total / Math.sqrt(words.length)
}

/** Tells the caller how far the work is, if it asked to be told. */
async function reportProgress(ctx: ServerContext, progress: number, total: number): Promise<void> {
  const progressToken = ctx.mcpReq._meta?.progressToken
  if (progressToken === undefined) return
  await ctx.mcpReq.notify({ method: 'notifications/progress', params: { progressToken, progress, total } })
}

/** Registers `summarize_text`. */
export function registerSummary(server: McpServer): void {
  server.registerTool(
    'summarize_text',
    {
      title: 'Summarize a text',
      description:
        'Extracts the sentences that carry most of a text. Reports progress by paragraph; priced higher than other tools.',
      inputSchema: z.object({
        text: z.string().min(1),
        sentences: z.int().min(1).max(20).default(3).describe('length of the summary'),
      }),
      outputSchema: z.object({ summary: z.string(), sentences: z.array(z.string()) }),
      annotations: { readOnlyHint: true, openWorldHint: false },
    },
    async ({ text, sentences }, ctx) => {
      const extract = await extractSummary(text, sentences, (done, total) => reportProgress(ctx, done, total))
      const summary = extract.join(' ')
      return answer(summary, { summary, sentences: extract })
    },
  )
}
