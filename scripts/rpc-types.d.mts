export const root: string
export const rpcTypesDir: string
export function protoFiles(): string[]
export function generateRpcTypes(outDir: string): void
export function differingFiles(left: string, right: string): string[]
