import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../helm.ts'
import { buildImage } from './build.ts'
import { kept, run, tryRun } from './engine.ts'
import type { BaseImages } from './stand-ins.ts'

/**
 * Stands for the release before while none is tagged: the first commit that podman builds an image of, and whose services know
 * each other by the identities of today. 0.1.0 itself is replaced at once, not pod by pod (UPGRADE.md).
 */
const FIRST_IMAGE = '4b8fdb9f70'

/** A release as it is installed: its chart, and the image. */
export interface Release {
  /** Tag or commit. */
  readonly name: string
  readonly chart: string
  readonly image: string
}

/** The last tagged release, or what stands for it; undefined where this checkout has no such commit. */
export function releaseBefore(): string | undefined {
  const git = (...args: string[]) => {
    try {
      return execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim()
    } catch {
      return undefined
    }
  }
  return (
    git('describe', '--tags', '--abbrev=0', '--match', 'v*') ?? git('rev-parse', '--short=8', `${FIRST_IMAGE}^{commit}`)
  )
}

/** Takes a commit's files out of the history, and builds their image unless it is there. */
export async function buildRelease(bases: BaseImages, name: string): Promise<Release> {
  const folder = join(kept, 'releases', name)
  if (!existsSync(join(folder, 'Dockerfile'))) {
    rmSync(folder, { recursive: true, force: true })
    mkdirSync(folder, { recursive: true })
    const archive = `${folder}.tar`
    await run('git', ['-C', root, 'archive', '--output', archive, name])
    await run('tar', ['-xf', archive, '-C', folder])
    rmSync(archive)
  }
  const image = `localhost/mtg/gateway:${name}`
  const isThere = (await tryRun('buildah', ['inspect', '--type', 'image', image])).code === 0
  if (!isThere) await buildImage(bases, name, folder)
  return { name, chart: join(folder, 'deploy/helm/metered-tool-gateway'), image }
}
