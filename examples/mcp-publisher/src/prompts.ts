import type { GetPromptResult, McpServer } from '@modelcontextprotocol/server'
import * as z from 'zod'

/** Registers the prompts: instructions for a model that make good use of the tools. */
export function registerPrompts(server: McpServer): void {
  server.registerPrompt(
    'review_text',
    {
      title: 'Review a text',
      description: 'Asks for a review of a text that rests on its statistics.',
      argsSchema: z.object({ text: z.string(), audience: z.string().optional() }),
    },
    ({ text, audience }) =>
      ask(
        `Review the text below for ${audience ?? 'a general audience'}. ` +
          'Call text_statistics first, and name sentences that are too long.\n\n' +
          text,
      ),
  )
  server.registerPrompt(
    'plan_schedule',
    {
      title: 'Plan a schedule',
      description: 'Asks for a cron expression, checked against its next runs.',
      argsSchema: z.object({ wish: z.string().describe('in words, such as "every working day at half past nine"') }),
    },
    ({ wish }) => ask(`Write a cron expression for: ${wish}. Check it with next_cron_runs before you answer.`),
  )
}

function ask(text: string): GetPromptResult {
  return { messages: [{ role: 'user', content: { type: 'text', text } }] }
}
