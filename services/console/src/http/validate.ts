import { Ajv } from 'ajv'
import addFormats from 'ajv-formats'
import type { FastifySchemaCompiler } from 'fastify'
import type { TSchema } from 'typebox'

/** A body says exactly what it means; texts of a query or path are read as the numbers that they stand for. */
export function createValidators(): FastifySchemaCompiler<TSchema> {
  const shared = { allErrors: false, useDefaults: true, removeAdditional: false, strict: false } as const
  const bodies = withFormats(new Ajv({ ...shared, coerceTypes: false }))
  const texts = withFormats(new Ajv({ ...shared, coerceTypes: true }))
  return ({ schema, httpPart }) => (httpPart === 'body' ? bodies : texts).compile(schema)
}

function withFormats(ajv: Ajv): Ajv {
  addFormats.default(ajv)
  return ajv
}
