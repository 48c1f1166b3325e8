/** What a new tier begins with. */
export const FREE_LIMITS = { perMinute: 30, perDay: 1000, monthly: 500 } as const
export const PAID_LIMITS = { perMinute: 600, perDay: 100_000, monthly: 1_000_000 } as const

export const ADAPTERS = [
  { value: 'mcp', label: 'Tools (MCP server)' },
  { value: 'llm', label: 'Chat (text model)' },
] as const
