import type { JsonSchemaType, McpServer } from '@modelcontextprotocol/server'
import { AjvJsonSchemaValidator } from '@modelcontextprotocol/server/validators/ajv'
import * as z from 'zod'
import { answer, refusal } from './result.ts'

/** The values that a path leads to. A path is made of names, `[0]` and `[*]`, with dots between: `orders[*].total`. */
export function queryJson(document: unknown, path: string): unknown[] {
  let found = [document]
  for (const step of stepsOf(path)) found = found.flatMap(value => follow(value, step))
  return found
}

function stepsOf(path: string): string[] {
  const steps = [...path.matchAll(/(?:^|\.)([^.[\]]+)|\[(\*|\d+)\]/g)]
  const readLength = steps.reduce((length, [text]) => length + text.length, 0)
  if (readLength !== path.length) throw new RangeError(`"${path}" is not a path such as orders[*].total`)
  return steps.map(([, name, index]) => name ?? index ?? '')
}

function follow(value: unknown, step: string): unknown[] {
  if (typeof value !== 'object' || value === null) return []
  if (step === '*') return Object.values(value)
  return Object.hasOwn(value, step) ? [Reflect.get(value, step)] : []
}

/** What is wrong with a document by a JSON Schema; undefined when it is valid. Throws for an unusable schema. */
export function validateJson(document: unknown, schema: JsonSchemaType): string | undefined {
  return new AjvJsonSchemaValidator().getValidator(schema)(document).errorMessage
}

const documentText = z.string().min(1).describe('the document, as JSON text')

/** Registers `query_json` and `validate_json`. */
export function registerJson(server: McpServer): void {
  server.registerTool(
    'query_json',
    {
      title: 'Query JSON',
      description: 'Picks values out of a JSON document by a path such as orders[*].total.',
      inputSchema: z.object({ document: documentText, path: z.string().max(500) }),
      outputSchema: z.object({ matches: z.array(z.unknown()) }),
      annotations: { readOnlyHint: true, openWorldHint: false },
    },
    ({ document, path }) =>
      refusingBadInput(() => {
        const matches = queryJson(JSON.parse(document), path)
        return answer(matches.map(match => JSON.stringify(match)).join('\n') || 'no match', { matches })
      }),
  )
  server.registerTool(
    'validate_json',
    {
      title: 'Validate JSON',
      description: 'Checks a JSON document against a JSON Schema.',
      inputSchema: z.object({ document: documentText, schema: z.string().min(1).describe('the schema, as JSON text') }),
      outputSchema: z.object({ valid: z.boolean(), reason: z.string().optional() }),
      annotations: { readOnlyHint: true, openWorldHint: false },
    },
    ({ document, schema }) =>
      refusingBadInput(() => {
        // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the validator refuses what is no schema
        const reason = validateJson(JSON.parse(document), JSON.parse(schema) as JsonSchemaType)
        return reason === undefined ? answer('valid', { valid: true }) : answer(reason, { valid: false, reason })
      }),
  )
}

function refusingBadInput<T>(work: () => T): T | ReturnType<typeof refusal> {
  try {
    return work()
  } catch (error) {
    return refusal(error instanceof Error ? error.message : String(error))
  }
}
