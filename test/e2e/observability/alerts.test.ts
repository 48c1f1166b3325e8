import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { judge } from '@mtg/testing/prometheus'
import { parse } from 'yaml'
import { z } from 'zod'
import { root } from './documented.ts'
import { alertFiles, alerts } from './expressions.ts'

const cases = join(import.meta.dirname, 'alert-cases.yaml')

test('Prometheus accepts every rule', () => {
  const files = alertFiles()
  assert.ok(files.length > 0)
  const { status, output } = judge('promtool', 'check', 'rules', ...files)
  assert.equal(status, 0, output)
  assert.match(output, new RegExp(`${alerts().length} rules found`))
})

test('each alert fires when its metric says so, and is silent when all is well', () => {
  const { status, output } = judge('promtool', 'test', 'rules', cases)
  assert.equal(status, 0, output)
})

test('every alert has a case in which it fires and one in which it does not', () => {
  const fires = z.array(z.unknown()).optional()
  const schema = z.object({
    tests: z.array(z.object({ alert_rule_test: z.array(z.object({ alertname: z.string(), exp_alerts: fires })) })),
  })
  const judged = schema.parse(parse(readFileSync(cases, 'utf8'))).tests.flatMap(one => one.alert_rule_test)
  const namesOf = (fired: boolean) =>
    new Set(judged.filter(one => (one.exp_alerts ?? []).length > 0 === fired).map(one => one.alertname))
  const names = alerts().map(rule => rule.alert)
  assert.deepEqual(
    names.filter(name => !namesOf(true).has(name)),
    [],
    'without a case in which it fires',
  )
  assert.deepEqual(
    names.filter(name => !namesOf(false).has(name)),
    [],
    'without a case in which it is silent',
  )
})

test("every alert's link leads to its section of the runbook, which says cause, what to look at and what to do", () => {
  const runbook = readFileSync(join(root, 'docs/runbook.md'), 'utf8')
  const [, section = ''] = runbook.split('\n## Alerts\n')
  const sections = new Map(section.split('\n### ').map(text => [text.split('\n')[0] ?? '', text]))
  for (const { alert, annotations } of alerts()) {
    assert.equal(annotations.runbook_url, `docs/runbook.md#${alert.toLowerCase()}`)
    assert.match(sections.get(alert) ?? '', /\n- Cause: .+\n- Look at: .+\n- Do: .+/, `${alert} has no section`)
  }
  const known = new Set(alerts().map(rule => rule.alert))
  const stale = [...sections.keys()].slice(1).filter(title => !known.has(title))
  assert.deepEqual(stale, [])
})

test('links inside the runbook lead somewhere', () => {
  const runbook = readFileSync(join(root, 'docs/runbook.md'), 'utf8')
  const anchors = new Set([...runbook.matchAll(/^#+ (.+)$/gm)].map(([, title = '']) => anchorOf(title)))
  const links = [...runbook.matchAll(/\]\(#([^)]+)\)/g)].map(([, anchor = '']) => anchor)
  assert.ok(links.length > 5)
  assert.deepEqual(
    links.filter(anchor => !anchors.has(anchor)),
    [],
  )
})

const anchorOf = (title: string) => title.toLowerCase().replaceAll('`', '').replaceAll(/\s+/g, '-')
