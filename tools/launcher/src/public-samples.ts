import { createHmac } from 'node:crypto'
import { existsSync, writeFileSync } from 'node:fs'
import { isIP } from 'node:net'
import { join } from 'node:path'
import { workspaceRoot } from '@mtg/embedded'
import type { DataDir } from './data-dir.ts'
import { type MarketplaceText, parseText, readMarketplaceFile } from './marketplace.ts'
import { DEFAULT_MARKETPLACE_FILE } from './settings.ts'
import { StartError } from './start-error.ts'

/** Names the secret that an instance's own sample credentials are made from. */
const OWN = 'samples'

/** Whether others than this machine's users may reach the gateway: by its address, or by an origin in front of it. */
export function isExposed(host: string, baseUrl: string | undefined): boolean {
  return !isLoopback(host) || (baseUrl !== undefined && !isLoopback(new URL(baseUrl).hostname))
}

function isLoopback(host: string): boolean {
  const name = host.replace(/^\[|\]$/g, '')
  return name === 'localhost' || name === '::1' || (isIP(name) === 4 && name.startsWith('127.'))
}

/**
 * The marketplace without keys and passwords that everybody can read, when others may reach the gateway. The sample one gets
 * its instance's own, made once and kept for good: a key that was handed out then works at every later start.
 */
export function withoutPublicSecrets(
  marketplace: MarketplaceText,
  dataDir: DataDir,
  exposed: boolean,
): MarketplaceText {
  const sample = join(workspaceRoot(), DEFAULT_MARKETPLACE_FILE)
  const published = publicSecretsIn(readMarketplaceFile(sample)).filter(secret => marketplace.text.includes(secret))
  if (published.length === 0) return marketplace
  if (marketplace.file !== sample) {
    if (!exposed) return marketplace
    throw new StartError(
      `${marketplace.file} has keys or passwords of ${DEFAULT_MARKETPLACE_FILE}, which everybody can read, and the gateway can be reached from other machines.`,
      'Give them other values (a key that is left out is generated), or listen on this machine alone: GATEWAY_HOST=127.0.0.1, without BASE_URL.',
    )
  }
  if (!exposed && !existsSync(samplesFile(dataDir))) return marketplace
  const own = new Map(published.map(secret => [secret, ownSecretFor(secret, dataDir)]))
  const text = published.reduce(
    (before, secret) => before.replaceAll(secret, String(own.get(secret))),
    marketplace.text,
  )
  rememberSamples({ file: marketplace.file, text }, dataDir)
  return { file: marketplace.file, text }
}

function publicSecretsIn(sample: MarketplaceText): string[] {
  const { publishers, buyers } = parseText(sample)
  const secrets = [
    ...publishers.map(({ password }) => password),
    ...buyers.flatMap(({ password, keys }) => [password, ...keys.map(({ key }) => key)]),
  ]
  return secrets.flatMap(secret => (secret === undefined ? [] : [secret]))
}

/** Keys keep their prefix, which says what they are for. */
function ownSecretFor(secret: string, dataDir: DataDir): string {
  const [prefix = ''] = /^v(?:nb|ai)-sk-/.exec(secret) ?? []
  return prefix + createHmac('sha256', dataDir.secret(OWN)).update(secret).digest('hex').slice(0, 40)
}

const samplesFile = (dataDir: DataDir) => join(dataDir.path, 'secrets', `${OWN}.json`)

/** For the instance's owner to look up. */
function rememberSamples(sample: MarketplaceText, dataDir: DataDir): void {
  const { publishers, buyers } = parseText(sample)
  const accounts = [
    ...publishers.flatMap(({ email, password }) => (email === undefined ? [] : [{ email, password }])),
    ...buyers.map(({ email, password, keys }) => ({
      email,
      password,
      keys: keys.map(({ name, key }) => ({ name, key })),
    })),
  ]
  writeFileSync(samplesFile(dataDir), `${JSON.stringify(accounts, null, 2)}\n`, { mode: 0o600 })
}
