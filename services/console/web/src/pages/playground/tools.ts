import { queryOptions } from '@tanstack/react-query'
import { isRecord } from '../../lib/json.ts'
import { callGateway } from './gateway-call.ts'

/** A tool as its server describes it, with what the gateway says of its price. */
export interface Tool {
  readonly name: string
  readonly description: string
  readonly inputSchema: Readonly<Record<string, unknown>>
  /** Undefined when nothing was said. */
  readonly price: string | undefined
  readonly tier: string | undefined
}

const PRICE = 'dev.metered-tool-gateway/price'

/** The tools of an app, asked for as any client does: that is free. */
export const toolsQuery = (app: string) =>
  queryOptions({
    queryKey: ['playground', 'tools', app],
    staleTime: 60_000,
    queryFn: async (): Promise<readonly Tool[]> => {
      const body = { jsonrpc: '2.0', id: 'tools', method: 'tools/list' }
      const answer = await callGateway({ app, adapter: 'mcp', body, mcp: { method: 'tools/list', name: 'tools/list' } })
      const { json } = answer
      if (isRecord(json) && isRecord(json.result) && Array.isArray(json.result.tools)) {
        return json.result.tools.flatMap(toolIn)
      }
      throw new Error(messageIn(json) ?? `The app answered with ${answer.status}.`)
    },
  })

function toolIn(value: unknown): Tool[] {
  if (!isRecord(value) || typeof value.name !== 'string') return []
  const meta = isRecord(value._meta) ? value._meta[PRICE] : undefined
  const price = isRecord(meta) ? meta : {}
  return [
    {
      name: value.name,
      description: typeof value.description === 'string' ? value.description : '',
      inputSchema: isRecord(value.inputSchema) ? value.inputSchema : {},
      price: typeof price.price === 'string' ? price.price : undefined,
      tier: typeof price.tier === 'string' ? price.tier : undefined,
    },
  ]
}

/** The message of an error, of the gateway or of JSON-RPC. */
function messageIn(json: unknown): string | undefined {
  if (!isRecord(json) || !isRecord(json.error)) return undefined
  return typeof json.error.message === 'string' ? json.error.message : undefined
}
