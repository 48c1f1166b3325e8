import { existsSync } from 'node:fs'
import { root } from '../helm.ts'
import { run } from './engine.ts'
import type { BaseImages } from './stand-ins.ts'

/** Builds a checkout's Dockerfile with buildah, as a machine without Docker does, on these base images. Answers with the image's name. */
export async function buildImage(bases: BaseImages, tag: string, context: string = root): Promise<string> {
  const name = `localhost/mtg/gateway:${tag}`
  const ca = process.env.NODE_EXTRA_CA_CERTS
  // A machine behind a proxy that opens TLS has a certificate of its own, as a company does.
  const secrets = ca !== undefined && existsSync(ca) ? ['--secret', `id=ca,src=${ca}`] : []
  const values = { BUILD_IMAGE: bases.build, RUNTIME_IMAGE: bases.runtime, VERSION: tag, REVISION: 'test' }
  const settings = Object.entries(values).flatMap(([key, value]) => ['--build-arg', `${key}=${value}`])
  const where = ['--isolation', 'chroot', '--network', 'host', '--pull-never']
  await run('buildah', ['bud', ...where, ...secrets, ...settings, '--tag', name, context])
  return name
}
