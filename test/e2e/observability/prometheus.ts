import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { type Binary, freePort, guard } from '@mtg/embedded'
import { eventually } from '@mtg/testing'
import { judge, prometheusProgram } from '@mtg/testing/prometheus'
import { parse, stringify } from 'yaml'
import { z } from 'zod'
import { alertFiles } from './expressions.ts'

/** What is scraped: `service` is only where it is known by, the processes tell their own. */
export interface Target {
  readonly service: string
  readonly address: string
}

const alerts = z.array(z.object({ labels: z.record(z.string(), z.string()) }))
const targets = z.object({
  data: z.object({ activeTargets: z.array(z.object({ health: z.string(), lastError: z.string() })) }),
})

/** A Prometheus that scrapes the gateway each second with its rules, and the Alertmanager that it tells. */
export interface Monitoring {
  /** How each scrape went: "up", or what was wrong with it. */
  scrapes(): Promise<string[]>
  /** Labels of all alerts that the Alertmanager has. */
  alerts(): Promise<Record<string, string>[]>
  close(): Promise<void>
}

/** Starts both. Alerts fire at once: how long each waits is judged by promtool. */
export async function startMonitoring(scraped: readonly Target[]): Promise<Monitoring> {
  const dir = mkdtempSync(join(tmpdir(), 'mtg-prometheus-'))
  const [prometheusPort, alertmanagerPort] = [await freePort(), await freePort()]
  const rules = alertFiles().map((file, index) => withoutWaiting(file, join(dir, `rules-${index}.yaml`)))
  const config = write(join(dir, 'prometheus.yaml'), {
    global: { scrape_interval: '1s', scrape_timeout: '1s', evaluation_interval: '1s' },
    rule_files: rules,
    scrape_configs: [
      {
        job_name: 'gateway',
        honor_labels: true,
        static_configs: scraped.map(({ address, service }) => ({
          targets: [address],
          labels: { namespace: 'test', release: 'gw', service },
        })),
      },
    ],
    alerting: { alertmanagers: [{ static_configs: [{ targets: [`127.0.0.1:${alertmanagerPort}`] }] }] },
  })
  const routes = write(join(dir, 'alertmanager.yaml'), {
    route: { receiver: 'nobody', group_by: ['alertname', 'namespace', 'release'] },
    receivers: [{ name: 'nobody' }],
  })
  for (const [name, ...args] of [
    ['promtool', 'check', 'config', config],
    ['amtool', 'check-config', routes],
  ] as const) {
    const { status, output } = judge(name, ...args)
    if (status !== 0) throw new Error(output)
  }
  const listen = (port: number) => `--web.listen-address=127.0.0.1:${port}`
  const alertmanager = runAlertmanager([
    `--config.file=${routes}`,
    `--storage.path=${join(dir, 'alertmanager')}`,
    '--cluster.listen-address=',
    listen(alertmanagerPort),
  ])
  const prometheus = run(prometheusProgram('prometheus'), [
    `--config.file=${config}`,
    `--storage.tsdb.path=${join(dir, 'prometheus')}`,
    // What fires before the Alertmanager was found is told again at once.
    '--rules.alert.resend-delay=1s',
    listen(prometheusPort),
  ])
  const ask = async (port: number, path: string): Promise<unknown> =>
    await (await fetch(`http://127.0.0.1:${port}${path}`)).json()
  const close = async () => {
    await Promise.all([stop(prometheus), stop(alertmanager)])
    rmSync(dir, { recursive: true, force: true })
  }
  await eventually(async () => await ask(alertmanagerPort, '/api/v2/status'), 20_000).catch(async (thrown: unknown) => {
    await close()
    throw thrown
  })
  return {
    scrapes: async () =>
      targets
        .parse(await ask(prometheusPort, '/api/v1/targets'))
        .data.activeTargets.map(({ health, lastError }) => lastError || health),
    alerts: async () => alerts.parse(await ask(alertmanagerPort, '/api/v2/alerts')).map(({ labels }) => labels),
    close,
  }
}

function write(file: string, content: unknown): string {
  writeFileSync(file, stringify(content))
  return file
}

function withoutWaiting(file: string, copy: string): string {
  writeFileSync(copy, stringify(parse(readFileSync(file, 'utf8'))).replace(/^( +)for: .*$/gm, '$1for: 0s'))
  return copy
}

/** Debian's Alertmanager reads its templates where the package puts them, and nowhere else. */
const TEMPLATES = '/usr/share/prometheus/alertmanager/default.tmpl'

/** Why an Alertmanager cannot run here; undefined when it can. */
export function alertmanagerFault(): string | undefined {
  if (existsSync(TEMPLATES)) return undefined
  const { status, stderr } = spawnSync('unshare', [...OWN_MOUNTS, 'true'], { encoding: 'utf8' })
  return status === 0
    ? undefined
    : `${TEMPLATES} is missing, and a private view of /usr/share is not allowed: ${stderr}`
}

const OWN_MOUNTS = ['--map-root-user', '--mount']

/** From a package that is unpacked but not installed, it sees the package's folder in place of the machine's. */
function runAlertmanager(args: string[]): ChildProcess {
  const { command, env } = prometheusProgram('prometheus-alertmanager')
  if (existsSync(TEMPLATES)) return run({ command, env }, args)
  const script = 'mount --bind "$0" /usr/share && exec "$@"'
  const share = join(dirname(command), '../share')
  return run({ command: 'unshare', env }, [...OWN_MOUNTS, 'sh', '-c', script, share, command, ...args])
}

function run({ command, env }: Binary, args: string[]): ChildProcess {
  const child = spawn(command, args, { env, stdio: 'ignore' })
  if (child.pid !== undefined) guard(child.pid, 'SIGKILL')
  return child
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  await ended
}
