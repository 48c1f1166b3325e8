import type { ChargeTerms, ToolOutput } from '../adapter.ts'
import type { JsonValue } from '../json/value.ts'

/** What a result gives for programs, where that is wanted. An error promises nothing of its form. */
export function outputFor(
  { wantsOutput }: ChargeTerms,
  bytes: Buffer,
  members: ReadonlyMap<string, JsonValue>,
): { output?: ToolOutput } {
  if (wantsOutput !== true || members.get('isError')?.kind === 'true') return {}
  const value = members.get('structuredContent')
  return { output: { json: value && bytes.subarray(value.start, value.end) } }
}
