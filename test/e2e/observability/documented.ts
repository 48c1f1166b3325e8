import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { catalogue } from '@mtg/errors'

/** The repository. */
export const root = join(import.meta.dirname, '../../..')

/** A metric as docs/observability.md describes it. */
export interface DocumentedMetric {
  readonly name: string
  readonly type: string
  readonly labels: readonly string[]
}

const page = () => readFileSync(join(root, 'docs/observability.md'), 'utf8')

const codesIn = (text: string) => [...text.matchAll(/`([^`]+)`/g)].map(([, code = '']) => code)

/** Rows of the tables of metrics. */
export function documentedMetrics(): DocumentedMetric[] {
  const rows = [...page().matchAll(/^\| `(mtg_\w+)` +\| (counter|gauge|histogram) +\| ([^|]*)\|/gm)]
  return rows.map(([, name = '', type = '', labels = '']) => ({ name, type, labels: codesIn(labels) }))
}

// OAuth's own errors are a small catalogue of their own, whose words the specification gives.
const OAUTH_ERROR = /^(invalid|unsupported)_\w+$|^(access_denied|not_found|server_error|temporarily_unavailable)$/

const patterns: Readonly<Record<string, RegExp>> = {
  method: /^gateway\.\w+\.v1\.\w+Service\/\w+$/,
  statement: /^[a-z]+(-[a-z]+)*$/,
}

/** Whether a label may have a value, by the page's table of labels. */
export function documentedValues(): (label: string, value: string) => boolean {
  const section = page().split('### Labels')[1] ?? ''
  const rows = [...section.matchAll(/^\| `(\w+)` +\| (.*)\|$/gm)]
  const byLabel = new Map(rows.map(([, label = '', values = '']) => [label, values]))
  return (label, value) => {
    const values = byLabel.get(label)
    if (values === undefined) return false
    if (codesIn(values).includes(value)) return true
    if (values.includes('an error code') && value in catalogue) return true
    if (values.includes('an OAuth error') && OAUTH_ERROR.test(value)) return true
    return patterns[label]?.test(value) ?? false
  }
}
