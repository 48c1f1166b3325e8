import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { bindMigrationAwareSqlAdapterFactory } from '@prisma/driver-adapter-utils'
import type * as EngineModule from '@prisma/schema-engine-wasm/schema_engine_bg'
import type { SchemaEngine } from '@prisma/schema-engine-wasm/schema_engine_bg'
import { EngineAdapterFactory } from './adapter.ts'
import type { Target } from './connection.ts'

const MODULE = '@prisma/schema-engine-wasm/schema_engine_bg'

/** What an engine works on. */
export interface EngineOptions {
  target: Target
  /** A database that may be emptied for replaying migrations; a new one is made and dropped when left out. */
  shadowUrl?: string
  /** Schema files as [path, content]. */
  datamodels?: [string, string][]
}

/** Runs `use` with Prisma's schema engine (WebAssembly: nothing to download) and closes its connections. */
export async function withEngine<T>(options: EngineOptions, use: (engine: SchemaEngine) => Promise<T>): Promise<T> {
  const open = await openEngine(options)
  try {
    return await use(open.engine)
  } finally {
    await open.close()
  }
}

/** Prisma's schema engine, open until `close`. */
export async function openEngine(options: EngineOptions): Promise<{ engine: SchemaEngine; close(): Promise<void> }> {
  loading ??= loadEngine()
  const wasm = await loading
  const factory = new EngineAdapterFactory(options.target, options.shadowUrl)
  const datamodels = options.datamodels?.length ? options.datamodels : undefined
  const engine = await wasm.SchemaEngine.new({ datamodels }, () => {}, bindMigrationAwareSqlAdapterFactory(factory))
  const close = async (): Promise<void> => {
    engine.free()
    await factory.close()
  }
  return { engine, close }
}

/** The engine's last words, when it panicked. */
export function panicMessage(): string | undefined {
  return panics.message || undefined
}

/** The part of the language's WebAssembly that is used here; its types come only with the browser's. */
declare const WebAssembly: {
  Module: new (bytes: Uint8Array) => object
  Instance: new (module: object, imports: object) => { exports: Record<string, unknown> }
}

type Wasm = typeof EngineModule

let loading: Promise<Wasm> | undefined

const panics = {
  message: '',
  set_message(message: string): void {
    this.message = message
  },
}

async function loadEngine(): Promise<Wasm> {
  Object.assign(globalThis, { PRISMA_WASM_PANIC_REGISTRY: panics })
  const glue: Wasm & Record<string, unknown> = await import(MODULE)
  const wasmFile = createRequire(import.meta.url)
    .resolve(MODULE)
    .replace(/\.js$/, '.wasm')
  const imports = Object.fromEntries(Object.entries(glue).map(([name, value]) => [name, withoutLingering(name, value)]))
  const instance = new WebAssembly.Instance(new WebAssembly.Module(readFileSync(wasmFile)), {
    './schema_engine_bg.js': imports,
  })
  glue.__wbg_set_wasm(instance.exports)
  const start = instance.exports.__wbindgen_start
  if (typeof start !== 'function') throw new Error(`${MODULE} has no __wbindgen_start; its version has changed`)
  start()
  return glue
}

/** The engine never clears the ten-second timer of its advisory lock, which would keep the process alive. */
function withoutLingering(name: string, value: unknown): unknown {
  if (!name.startsWith('__wbg_setTimeout') || typeof value !== 'function') return value
  return (...args: unknown[]): unknown => {
    const timer: unknown = Reflect.apply(value, undefined, args)
    if (typeof timer === 'object' && timer !== null && 'unref' in timer && typeof timer.unref === 'function') {
      timer.unref()
    }
    return timer
  }
}
