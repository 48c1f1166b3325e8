import type { Adapter } from './adapter.ts'
import { llmAdapter } from './llm/adapter.ts'
import { mcpAdapter } from './mcp/adapter.ts'

const adapters: Readonly<Record<string, Adapter>> = { mcp: mcpAdapter, llm: llmAdapter }

/** Names of the adapters that there are. */
export const adapterNames: readonly string[] = Object.keys(adapters)

/** The adapter of this name. */
export const adapterNamed = (name: string): Adapter | undefined =>
  Object.hasOwn(adapters, name) ? adapters[name] : undefined
