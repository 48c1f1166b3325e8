import type { CallToolResult } from '@modelcontextprotocol/server'

/** An answer as text for people and as data for programs. */
export function answer<Data extends Record<string, unknown>>(text: string, data: Data) {
  return { content: [{ type: 'text' as const, text }], structuredContent: data }
}

/** An answer for input that no answer exists for. The gateway does not charge for it unless the app says so. */
export function refusal(reason: string): CallToolResult {
  return { content: [{ type: 'text', text: reason }], isError: true }
}
