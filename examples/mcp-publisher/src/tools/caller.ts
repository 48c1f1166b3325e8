import type { McpServer } from '@modelcontextprotocol/server'
import * as z from 'zod'
import type { BuyerIdentity } from '../buyer-identity.ts'
import { answer } from './result.ts'

/** Registers `who_am_i`: what this publisher knows of its caller. */
export function registerCaller(server: McpServer, buyer: BuyerIdentity | undefined): void {
  server.registerTool(
    'who_am_i',
    {
      title: 'Who am I?',
      description:
        'Tells what this publisher knows of the caller: a pseudonym vouched for by the gateway, and nothing else.',
      outputSchema: z.object({ buyer: z.string().optional() }),
      annotations: { readOnlyHint: true, openWorldHint: false },
    },
    () =>
      buyer === undefined
        ? answer('the gateway did not say who is calling', {})
        : answer(`the gateway vouches for the buyer ${buyer.buyer}`, { buyer: buyer.buyer }),
  )
}
