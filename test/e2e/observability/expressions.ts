import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'
import { z } from 'zod'
import { root } from './documented.ts'

const CHART = 'deploy/helm/metered-tool-gateway'

/** An alert rule. */
export type Alert = z.infer<typeof alert>

const alert = z.strictObject({
  alert: z.string().regex(/^Mtg[A-Z]\w+$/),
  expr: z.string(),
  for: z.string().regex(/^\d+[smh]$/),
  labels: z.strictObject({ severity: z.enum(['warning', 'critical']) }),
  annotations: z.strictObject({ summary: z.string().min(1), runbook_url: z.string() }),
})

const ruleFile = z.strictObject({
  groups: z.array(z.strictObject({ name: z.string(), rules: z.array(alert) })),
})

const dashboard = z.object({
  uid: z.string(),
  title: z.string(),
  templating: z.object({
    list: z.array(z.object({ name: z.string(), type: z.string(), definition: z.string().optional() })),
  }),
  panels: z.array(
    z.object({
      id: z.number(),
      title: z.string(),
      type: z.string(),
      targets: z.array(z.object({ expr: z.string(), legendFormat: z.string() })).default([]),
    }),
  ),
})

/** Files of alert rules. */
export const alertFiles = (): string[] =>
  globSync(`${CHART}/alerts/*.yaml`, { cwd: root }).map(file => join(root, file))

/** Every alert, checked for its parts. */
export function alerts(): Alert[] {
  const files = alertFiles().map(file => ruleFile.parse(parse(readFileSync(file, 'utf8'))))
  return files.flatMap(file => file.groups).flatMap(group => group.rules)
}

/** Every dashboard, checked for its parts. */
export function dashboards() {
  const files = globSync(`${CHART}/dashboards/*.json`, { cwd: root })
  return files.map(file => dashboard.parse(JSON.parse(readFileSync(join(root, file), 'utf8'))))
}

/** A PromQL expression, and where it stands. */
export interface Expression {
  readonly where: string
  readonly promql: string
}

/** Every expression of dashboards and alerts, with Grafana's variables filled in. */
export function expressions(): Expression[] {
  const inAlerts = alerts().map(rule => ({ where: `alert ${rule.alert}`, promql: rule.expr }))
  const inPanels = dashboards().flatMap(({ title, panels }) =>
    panels.flatMap(panel =>
      panel.targets.map(({ expr }) => ({ where: `${title}, ${panel.title}`, promql: fillIn(expr) })),
    ),
  )
  return [...inAlerts, ...inPanels]
}

/** An expression with values for Grafana's variables. Throws for a variable that it does not know. */
export function fillIn(expression: string): string {
  const filled = expression
    .replaceAll('$__rate_interval', '1m')
    .replaceAll('$service', 'edge-proxy')
    .replaceAll(/\$(namespace|release|cell)/g, 'gateway')
  if (filled.includes('$')) throw new Error(`an unknown variable: ${expression}`)
  return filled
}
