import { join } from 'node:path'
import { natsPermissions, natsServices } from '@mtg/events'
import { redisRules, redisServices } from '@mtg/launcher'
import { chart } from './helm.ts'

/** What users of bundled servers may do, for the templates. */
export const serverUsersFile = join(chart, 'files/server-users.json')

/** Stands for the prefix of subjects and keys. In names of streams, which may have few signs, it is `_prefix_`. */
const PREFIX = '@prefix@'

/** The same as `npm start` gives them. */
export function currentServerUsers(): string {
  const nats = Object.fromEntries(natsServices.map(name => [name, natsPermissions(PREFIX, name)]))
  const redis = Object.fromEntries(redisServices.map(name => [name, redisRules(PREFIX, name).join(' ')]))
  return `${JSON.stringify({ nats, redis }, null, 2)}\n`
}
