import type { SchemaEngine } from '@prisma/schema-engine-wasm/schema_engine_bg'
import type { EngineOptions } from './engine.ts'

/** Loaded when it is needed: it is Prisma's, and large. */
export async function withEngine<T>(options: EngineOptions, use: (engine: SchemaEngine) => Promise<T>): Promise<T> {
  return (await import('./engine.ts')).withEngine(options, use)
}
