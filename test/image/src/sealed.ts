import { spawnSync } from 'node:child_process'

/** A user by its ids. */
export interface User {
  readonly uid: number
  readonly gid: number
}

// Leaves alone what is writable in containers too. The first remount that fails ends it.
const READ_ONLY = `set -e
cut -d' ' -f5 /proc/self/mountinfo | grep -vE '^/(dev|proc|sys)(/|$)' | sort -u | while read -r point; do
  mount -o remount,bind,ro "$point"
done
exec setpriv "$@"`

/**
 * A command that runs the one after it as Kubernetes' restricted pods do: as this user, without capabilities, and with all
 * file systems read-only.
 */
export function sealedAs({ uid, gid }: User): string[] {
  const unprivileged = [`--reuid=${uid}`, `--regid=${gid}`, '--clear-groups', '--no-new-privs', '--bounding-set=-all']
  return ['unshare', '--mount', '--propagation=private', 'sh', '-c', READ_ONLY, 'sealed', ...unprivileged, '--']
}

/** Whether this machine lets this process make mounts of its own, as root on most does. */
export function canSeal(user: User): boolean {
  const [command = '', ...args] = sealedAs(user)
  return spawnSync(command, [...args, 'true']).status === 0
}
