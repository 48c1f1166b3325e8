#!/usr/bin/env node
// What PRISMA_SCHEMA_ENGINE_BINARY points to: the Prisma CLI starts it as if it were the native engine.
const { runEngineCommand } = await import('../src/stand-in.ts')
await runEngineCommand(process.argv.slice(2))
