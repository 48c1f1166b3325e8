import { parentPort } from 'node:worker_threads'
import { type Schema, type SchemaDraft, Validator } from '@cfworker/json-schema'
import { LRUCache } from 'lru-cache'

/** An output, and the schema that it is held against. */
export interface Question {
  readonly schema: string
  readonly output: Uint8Array
}

/** Whether it fits; `unusable`: the schema cannot be used. */
export type Reply = 'ready' | 'fits' | 'breaks' | 'unusable'

const VALIDATORS_MAX = 256
const DRAFTS: readonly [name: RegExp, draft: SchemaDraft][] = [
  [/draft-04/, '4'],
  [/draft-0[67]/, '7'],
  [/2019-09/, '2019-09'],
]
const OTHERWISE: SchemaDraft = '2020-12'

const validators = new LRUCache<string, Validator>({ max: VALIDATORS_MAX })
const port = parentPort
port?.on('message', (question: Question) => port.postMessage(replyTo(question)))
port?.postMessage('ready' satisfies Reply)

/** Whatever an unusable schema throws, here or where nothing catches it, ends with this question. */
function replyTo({ schema, output }: Question): Reply {
  try {
    const value: unknown = JSON.parse(Buffer.from(output).toString('utf8'))
    return validatorOf(schema).validate(value).valid ? 'fits' : 'breaks'
  } catch {
    return 'unusable'
  }
}

function validatorOf(text: string): Validator {
  const known = validators.get(text)
  if (known !== undefined) return known
  const schema: unknown = JSON.parse(text)
  if (!isSchema(schema)) throw new Error('no schema')
  const validator = new Validator(schema, draftOf(schema))
  validators.set(text, validator)
  return validator
}

function isSchema(value: unknown): value is Schema | boolean {
  return typeof value === 'boolean' || (typeof value === 'object' && value !== null && !Array.isArray(value))
}

function draftOf(schema: Schema | boolean): SchemaDraft {
  const named = typeof schema === 'object' ? (schema['$schema'] ?? '') : ''
  return DRAFTS.find(([name]) => name.test(named))?.[1] ?? OTHERWISE
}
