import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { text } from 'node:stream/consumers'
import { services } from '@mtg/contracts'
import { applyMarketplace, parseMarketplace } from '@mtg/marketplace'
import { Command } from 'commander'
import { CliError, exitCodes } from '../failure.ts'
import type { Runner } from '../runner.ts'

const KEPT_BACK = 'Not applied, because a file does not bring back what was ended since:'

/** `mtg apply -f FILE` */
export function applyCommand(run: Runner): Command {
  return new Command('apply')
    .description('Apply a marketplace file: all of it, or nothing. Applying it twice changes nothing.')
    .requiredOption('-f, --file <file>', 'YAML or JSON; - for standard input')
    .action(
      run(async ({ instance, output }, options: { file: string }) => {
        const marketplace = parseMarketplace(await read(options.file), { file: options.file })
        const auth = instance.client('auth', services.auth.AccountAdminService)
        const billing = instance.client('billing', services.billing.CatalogAdminService)
        const keyLimits = instance.client('billing', services.billing.KeyLimitsService)
        const applied = await applyMarketplace({ marketplace, auth, billing, keyLimits })
        const keys = applied.generatedKeys.map(({ email, name, key }) => `  ${email} (${name}): ${key}`)
        const summary = [
          applied.changedCount === 0 ? 'Nothing had changed.' : `${applied.changedCount} entries applied.`,
          ...(keys.length === 0 ? [] : ['New API keys, shown only now:', ...keys]),
          ...(applied.keptBack.length === 0 ? [] : [KEPT_BACK, ...applied.keptBack.map(sentence => `  ${sentence}`)]),
        ]
        output.result(applied, summary.join('\n'))
      }),
    )
}

async function read(file: string): Promise<string> {
  if (file === '-') return await text(process.stdin)
  try {
    return readFileSync(resolve(process.env.INIT_CWD ?? process.cwd(), file), 'utf8')
  } catch (thrown) {
    throw new CliError(
      `${file} cannot be read: ${thrown instanceof Error ? thrown.message : String(thrown)}`,
      exitCodes.usage,
    )
  }
}
