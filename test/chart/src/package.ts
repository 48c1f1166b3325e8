// npm run package:chart -- --out DIR --version X.Y.Z --repository R --digest sha256:…: the chart of a release, which names its image.
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { chart, helm } from './helm.ts'

const { values } = parseArgs({
  options: {
    out: { type: 'string' },
    version: { type: 'string' },
    repository: { type: 'string' },
    digest: { type: 'string' },
  },
})

/** Replaces a line's value; the chart must have it exactly once. */
function replaceOnce(text: string, line: RegExp, by: string): string {
  if (text.match(new RegExp(line.source, 'gm'))?.length !== 1) {
    throw new Error(`the chart has ${line.source} not exactly once`)
  }
  return text.replace(new RegExp(line.source, 'm'), by)
}

async function packageChart({ out, version, repository, digest }: typeof values): Promise<string> {
  if (!out || !repository || !/^\d+\.\d+\.\d+$/.test(version ?? '') || !/^sha256:[0-9a-f]{64}$/.test(digest ?? '')) {
    throw new Error(
      'usage: npm run package:chart -- --out DIR --version X.Y.Z --repository REGISTRY/NAME --digest sha256:…',
    )
  }
  const home = mkdtempSync(join(tmpdir(), 'mtg-chart-'))
  const copy = join(home, 'metered-tool-gateway')
  try {
    cpSync(chart, copy, { recursive: true })
    const file = join(copy, 'values.yaml')
    const text = replaceOnce(readFileSync(file, 'utf8'), /^ {2}repository: .*$/, `  repository: ${repository}`)
    writeFileSync(file, replaceOnce(text, /^ {2}digest: ""$/, `  digest: ${digest}`))
    const target = resolve(process.env.INIT_CWD ?? process.cwd(), out)
    return await helm([
      'package',
      copy,
      '--destination',
      target,
      '--version',
      version ?? '',
      '--app-version',
      version ?? '',
    ])
  } finally {
    rmSync(home, { recursive: true, force: true })
  }
}

console.log((await packageChart(values)).trim())
