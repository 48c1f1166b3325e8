import { createConfig, lintFromString } from '@redocly/openapi-core'

/** What the linter recommends is asked for, and so is what a document that others generate clients from needs besides. */
const rules = {
  'operation-tag-defined': 'error',
} as const

/** What a linter finds wrong with an OpenAPI document: the rule, where, and in which words. */
export async function lintOpenapi(document: object): Promise<string[]> {
  const config = await createConfig({ extends: ['recommended'], rules })
  const problems = await lintFromString({ source: JSON.stringify(document), config })
  return problems.map(({ ruleId, location, message }) => `${ruleId} at ${location[0]?.pointer ?? '#'}: ${message}`)
}
