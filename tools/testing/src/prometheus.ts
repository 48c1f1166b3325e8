import { spawnSync } from 'node:child_process'
import { type Binary, findOnPath, unpackProgram } from '@mtg/embedded'

/** Programs of Prometheus's family, and the Debian package that each lies in. */
const packages = {
  prometheus: 'prometheus',
  promtool: 'prometheus',
  'prometheus-alertmanager': 'prometheus-alertmanager',
  amtool: 'prometheus-alertmanager',
} as const

/** A program from PATH, else unpacked from Debian's package. Throws where neither can be had. */
export function prometheusProgram(name: keyof typeof packages): Binary {
  const from = packages[name]
  return findOnPath(name) ?? unpackProgram({ name: from, packages: [from], program: `usr/bin/${name}` })
}

/** Runs one of the judges to its end. */
export function judge(name: 'promtool' | 'amtool', ...args: string[]) {
  const { command, env } = prometheusProgram(name)
  const result = spawnSync(command, args, { env, encoding: 'utf8' })
  return { status: result.status, output: `${result.stdout}${result.stderr}` }
}
