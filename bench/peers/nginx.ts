import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { type Binary, hasApt, unpackProgram } from '@mtg/embedded'
import { findNginx, startNginx, versionOfNginx } from '../edge/nginx.ts'
import { chatCall } from './chat.ts'
import type { Peer } from './peer.ts'

const PROGRAM = 'usr/sbin/nginx'

/** nginx as a pass-through: what a proxy in C costs that looks at nothing. */
export const nginx: Peer = {
  name: 'nginx',
  settings: 'one worker, connections to the publisher kept open, no access log',
  folder: 'nginx',
  isHere: home => findNginx() !== undefined || existsSync(join(home, PROGRAM)),
  async install(home) {
    if (!hasApt()) throw new Error('there is no nginx, and no apt-get to fetch it with')
    unpacked(home)
  },
  async start({ home, port, upstream }) {
    const binary = findNginx() ?? unpacked(home)
    const { pid, stop } = await startNginx(binary, upstream, port)
    return { pid, stop, version: versionOfNginx(binary), call: chatCall() }
  },
}

/** Debian's package, unpacked beside the others: nothing is installed on the machine. */
function unpacked(home: string): Binary {
  return unpackProgram({ name: 'nginx', packages: ['nginx'], program: PROGRAM }, dirname(home))
}
