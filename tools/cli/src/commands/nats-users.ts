import { natsPermissions, natsServices } from '@mtg/events'
import { newSecret } from '@mtg/rpc'
import { Command } from 'commander'
import type { Runner } from '../runner.ts'

interface Options {
  readonly prefix: string
}

/** `mtg nats-users` */
export function natsUsersCommand(run: Runner): Command {
  return new Command('nats-users')
    .description('make the users of a NATS server: one for each service, with a new password and the subjects it needs')
    .option('--prefix <prefix>', 'NATS_PREFIX of the services', '')
    .addHelpText(
      'after',
      `
Prints the "authorization" of a nats-server's configuration. A service's NATS_URL is then nats://NAME:PASSWORD@host:4222.
Nothing running is asked or changed.`,
    )
    .action(
      run(async ({ output }, { prefix }: Options) => {
        const users = natsServices.map(name => {
          const { publish, subscribe } = natsPermissions(prefix, name)
          const permissions = { publish: { allow: publish }, subscribe: { allow: subscribe } }
          return { user: name, password: newSecret(), permissions }
        })
        output.result({ users }, `authorization ${JSON.stringify({ users }, null, 2)}`)
      }),
    )
}
