import { type Html, html, type Page } from '@mtg/pages'
import { consolePage } from './console-page.ts'

/** As much of an OpenAPI document as the page shows. */
interface Described {
  readonly info: { readonly description?: string }
  readonly paths?: Readonly<Record<string, Readonly<Record<string, unknown>> | undefined>>
}

/** As much of an operation as the page shows. */
interface Operation {
  readonly summary?: string
  readonly description?: string
  readonly tags?: readonly string[]
  readonly security?: readonly Readonly<Record<string, unknown>>[]
  readonly parameters?: readonly { readonly name: string; readonly in: string; readonly required?: boolean }[]
  readonly requestBody?: unknown
  readonly responses?: Readonly<Record<string, unknown>>
}

const METHODS = ['get', 'post', 'put', 'patch', 'delete']

/** The description of the API for people: what is beside it in JSON, without scripts. */
export function referencePage(document: unknown): Page {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- made from our own routes by @fastify/swagger
  const { info, paths = {} } = document as Described
  const operations = Object.entries(paths).flatMap(([path, methods = {}]) =>
    METHODS.filter(method => method in methods).map(method => ({
      path,
      method: method.toUpperCase(),
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- as above
      operation: methods[method] as Operation,
    })),
  )
  const tags = [...new Set(operations.map(({ operation }) => operation.tags?.[0] ?? 'Other'))]
  const groups = tags.map(
    tag => html`<h2>${tag}</h2>
${operations.filter(({ operation }) => (operation.tags?.[0] ?? 'Other') === tag).map(sectionOf)}`,
  )
  return consolePage(
    'API',
    html`<p class="note">For programs: <a href="/openapi.json">openapi.json</a> (OpenAPI 3.1)</p>
<pre>${info.description ?? ''}</pre>
${groups}`,
    { isListed: true },
  )
}

function sectionOf({ path, method, operation }: { path: string; method: string; operation: Operation }): Html {
  const { summary = '', description, parameters = [], requestBody, responses = {} } = operation
  const named = parameters.map(
    ({ name, in: place, required }) =>
      html`<li><code>${name}</code> (${place}${required === true ? ', required' : ''})</li>`,
  )
  return html`<section>
<h3><span class="method">${method}</span> <code>${path}</code></h3>
<p>${summary} <span class="note">${accessOf(operation)}</span></p>
${description !== undefined && html`<p>${description}</p>`}
${named.length > 0 && html`<ul>${named}</ul>`}
${requestBody !== undefined && html`<details><summary>Request</summary><pre>${shown(requestBody)}</pre></details>`}
<details><summary>Answers</summary><pre>${shown(responses)}</pre></details>
</section>
`
}

function accessOf({ security = [] }: Operation): string {
  const schemes = security.flatMap(scheme => Object.keys(scheme))
  if (schemes.length === 0) return 'For everybody.'
  return schemes.includes('credential') ? 'With a session, an API key or an access token.' : 'With a session.'
}

const shown = (value: unknown) => JSON.stringify(value, null, 2)
