import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { judge } from '@mtg/testing/prometheus'
import { stringify } from 'yaml'
import { render } from './src/helm.ts'
import { named } from './src/manifests.ts'
import { everything } from './src/values-schema.ts'

const dir = mkdtempSync(join(tmpdir(), 'mtg-alerts-'))
after(() => rmSync(dir, { recursive: true, force: true }))

interface Rules {
  readonly groups: readonly { readonly name: string; readonly rules: readonly { readonly alert: string }[] }[]
}

/** The rules of one installation, in a file as Prometheus reads them. */
async function rulesOf(namespace: string, release: string): Promise<string> {
  const { manifests } = await render({ profiles: [everything], namespace, release })
  const { spec } = named(manifests, 'PrometheusRule', `${release}-mtg`) as unknown as { spec: Rules }
  const file = join(dir, `${namespace}-${release}.yaml`)
  writeFileSync(file, stringify({ groups: spec.groups }))
  return file
}

const SERVICES = ['edge-proxy', 'auth', 'billing', 'metering', 'oauth-server', 'console']
/** With every switch on billing has two cells. */
const CELLS = ['home', 'north']
const ready = (namespace: string, release: string, values: string) =>
  SERVICES.flatMap(service =>
    (service === 'billing' ? CELLS.map(cell => `,cell="${cell}"`) : ['']).map(cell => ({
      series: `mtg_service_ready{namespace="${namespace}",release="${release}",service="${service}"${cell}}`,
      values,
    })),
  )
const missing = (namespace: string, release: string, service: string, cell?: string) => ({
  exp_labels: { severity: 'critical', namespace, release, service, ...(cell !== undefined && { cell }) },
  exp_annotations: {
    summary: `Nothing tells the metrics of ${service}${cell === undefined ? '' : ` in the cell ${cell}`}.`,
    runbook_url: `${RUNBOOK}#mtgservicemissing`,
  },
})
const RUNBOOK = 'https://github.com/metered-tool-gateway/gateway/blob/main/docs/runbook.md'

test('of two installations under one Prometheus the dead one raises its alerts, by name, and the other none', async () => {
  const files = [await rulesOf('shop', 'eu'), await rulesOf('shop', 'us'), await rulesOf('lab', 'eu')]
  const failing = (release: string, rate: number) => ({
    series: `mtg_edge_calls_total{namespace="shop",release="${release}",code="internal_error",owner="gateway"}`,
    values: `0+${rate}x60`,
  })
  const fine = (release: string) => ({
    series: `mtg_edge_calls_total{namespace="shop",release="${release}",code="ok",owner="none"}`,
    values: '0+1000x60',
  })
  const cases = {
    rule_files: files,
    evaluation_interval: '1m',
    tests: [
      {
        interval: '1m',
        input_series: [
          ...ready('shop', 'eu', '1x60'),
          ...ready('lab', 'eu', '1x60'),
          ...ready('shop', 'us', '1x20 _x40'),
          // One in twenty of a small installation, which the other one's many calls would hide.
          fine('eu'),
          failing('eu', 0),
          { ...fine('us'), values: '0+20x20 _x40' },
          { ...failing('us', 1), values: '0+1x20 _x40' },
        ],
        alert_rule_test: [
          { eval_time: '15m', alertname: 'MtgServiceMissing', exp_alerts: [] },
          {
            eval_time: '40m',
            alertname: 'MtgServiceMissing',
            exp_alerts: [
              ...SERVICES.map(service => missing('shop', 'us', service)),
              ...CELLS.map(cell => missing('shop', 'us', 'billing', cell)),
            ],
          },
          {
            eval_time: '15m',
            alertname: 'MtgGatewayErrors',
            exp_alerts: [
              {
                exp_labels: { severity: 'critical', namespace: 'shop', release: 'us' },
                exp_annotations: {
                  summary: 'The gateway itself fails 4.762% of calls.',
                  runbook_url: `${RUNBOOK}#mtggatewayerrors`,
                },
              },
            ],
          },
        ],
      },
    ],
  }
  const file = join(dir, 'cases.yaml')
  writeFileSync(file, stringify(cases))
  const { status, output } = judge('promtool', 'test', 'rules', file)
  assert.equal(status, 0, output)
})

test('a cell of billing that is away or fails raises its alert by name beside cells that are well', async () => {
  const own = 'namespace="shop",release="eu"'
  const inCell = (metric: string, cell: string, values: string, labels = '') => ({
    series: `${metric}{${own},cell="${cell}"${labels}}`,
    values,
  })
  const cases = {
    rule_files: [await rulesOf('shop', 'eu')],
    evaluation_interval: '1m',
    tests: [
      {
        interval: '1m',
        input_series: [
          ...ready('shop', 'eu', '1x500').filter(({ series }) => !series.includes('cell="north"')),
          // The job of the one fails for hours while the other's goes on.
          inCell('mtg_billing_sealing_failures_total', 'home', '0x500'),
          inCell('mtg_billing_sealing_failures_total', 'north', '0+1x500'),
          inCell('mtg_billing_sealing_timestamp_seconds', 'home', '0+60x500'),
          inCell('mtg_billing_sealing_timestamp_seconds', 'north', '0x500'),
        ],
        alert_rule_test: [
          { eval_time: '30m', alertname: 'MtgServiceMissing', exp_alerts: [missing('shop', 'eu', 'billing', 'north')] },
          { eval_time: '300m', alertname: 'MtgSealingFails', exp_alerts: [] },
          {
            eval_time: '420m',
            alertname: 'MtgSealingFails',
            exp_alerts: [
              {
                exp_labels: { severity: 'warning', namespace: 'shop', release: 'eu', cell: 'north' },
                exp_annotations: {
                  summary:
                    'Months of settled calls or usage records have not been sealed, exported and dropped for six hours: the job fails.',
                  runbook_url: `${RUNBOOK}#mtgsealingfails`,
                },
              },
            ],
          },
        ],
      },
    ],
  }
  const file = join(dir, 'cells.yaml')
  writeFileSync(file, stringify(cases))
  const { status, output } = judge('promtool', 'test', 'rules', file)
  assert.equal(status, 0, output)
})

test('Prometheus accepts the rules as an installation has them, and each reads its own metrics alone', async () => {
  const file = await rulesOf('shop', 'eu')
  const { status, output } = judge('promtool', 'check', 'rules', file)
  assert.equal(status, 0, output)
  const { manifests } = await render({ profiles: [everything], namespace: 'shop', release: 'eu' })
  const { spec } = named(manifests, 'PrometheusRule', 'eu-mtg') as unknown as {
    spec: { groups: { rules: { alert: string; expr: string }[] }[] }
  }
  for (const { alert, expr } of spec.groups.flatMap(({ rules }) => rules)) {
    const metrics = expr.match(/\b(mtg|nodejs)_[a-z0-9_]+/g) ?? []
    assert.equal(expr.split('namespace="shop",release="eu"').length - 1, metrics.length, `${alert}: ${expr}`)
  }
})
