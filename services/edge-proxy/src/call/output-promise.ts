import type { ToolOutput } from '../adapters/adapter.ts'
import type { OutputVerdict } from '../clients/output-checks/output-checks.ts'

/** An app, and how its publisher is reached. */
export interface ListedApp {
  readonly appId: string
  /** `publisher/app`. */
  readonly name: string
  readonly publisher: string
  /** Whose call is the reason to ask: the answer is counted as this buyer's. */
  readonly buyerId: string
  readonly upstream: { readonly url: string; readonly credential: string; readonly timeoutMs: number }
}

/** What a publisher lists of a tool: its output schema (JSON), none, or nothing that is known. */
export type ListedOutput = { readonly schema: string } | 'none' | 'unknown'

/** What publishers list of their tools. */
export interface OutputSchemas {
  /** Begins to find out, where little is known of the app; `find` then waits for less. */
  prepare(app: ListedApp): void
  /** As it was listed lately; with `readAfterMs` (monotonic), not before that if it can be asked again already. Never rejects. */
  find(app: ListedApp, tool: string, readAfterMs?: number): Promise<ListedOutput>
}

/** Who knows whether an output is as it was promised. */
export interface OutputJudges {
  readonly outputSchemas: OutputSchemas
  readonly outputChecks: {
    check(publisher: string, schema: string, output: Buffer): Promise<OutputVerdict>
  }
}

/** Why a result that was delivered costs nothing. */
const brokenOutputs = ['output_schema_broken', 'promise_unverified'] as const
type BrokenOutput = (typeof brokenOutputs)[number]

/** Whether a result was delivered free, for this reason. */
export function isBrokenOutput(outcome: string): boolean {
  return brokenOutputs.some(word => word === outcome)
}

/** A result that was promised to be of a form. */
interface PromisedOutput {
  readonly app: ListedApp
  readonly tool: string
  readonly output: ToolOutput
  /** When its call was forwarded; monotonic. */
  readonly sinceMs: number
}

/**
 * Whether a tool's result is what its publisher lists as its output; undefined when it is. What seems broken is held against the list as
 * it is by now, since the publisher may have changed it.
 */
export async function breachOf(
  { outputSchemas, outputChecks }: OutputJudges,
  { app, tool, output, sinceMs }: PromisedOutput,
): Promise<BrokenOutput | undefined> {
  const listed = await outputSchemas.find(app, tool)
  const found = await holdAgainst(listed)
  if (found === 'fits') return undefined
  const relisted = await outputSchemas.find(app, tool, sinceMs)
  const verdict = isSame(listed, relisted) ? found : await holdAgainst(relisted)
  if (verdict === 'fits') return undefined
  return verdict === 'breaks' ? 'output_schema_broken' : 'promise_unverified'

  async function holdAgainst(by: ListedOutput): Promise<OutputVerdict> {
    if (by === 'unknown') return 'unknown'
    if (by === 'none') return 'fits'
    return output.json === undefined ? 'breaks' : await outputChecks.check(app.publisher, by.schema, output.json)
  }
}

function isSame(one: ListedOutput, other: ListedOutput): boolean {
  if (typeof one === 'string' || typeof other === 'string') return one === other
  return one.schema === other.schema
}
