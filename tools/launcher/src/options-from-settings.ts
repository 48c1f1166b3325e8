import { resolve } from 'node:path'
import { workspaceRoot } from '@mtg/embedded'
import type { WantedAddresses } from './endpoints.ts'
import { readMarketplaceFile } from './marketplace.ts'
import { isExposed } from './public-samples.ts'
import { DEFAULT_MARKETPLACE_FILE, type LauncherSettings, launcherSettings } from './settings.ts'
import type { SystemOptions } from './system-options.ts'

/** The system that these settings describe, with `env` for its services. */
export function optionsFromSettings(settings: LauncherSettings, env: NodeJS.ProcessEnv): SystemOptions {
  const hasSamples = settings.MARKETPLACE_FILE === resolve(workspaceRoot(), DEFAULT_MARKETPLACE_FILE)
  const ports = { 'mcp-publisher': settings.SAMPLE_MCP_PORT, 'llm-publisher': settings.SAMPLE_LLM_PORT }
  const file = settings.MARKETPLACE_FILE === 'none' ? undefined : readMarketplaceFile(settings.MARKETPLACE_FILE)
  return {
    dataDir: settings.DATA_DIR,
    env: withoutLauncherSettings(env),
    callsFirst: true,
    servers: {
      databaseUrl: settings.DATABASE_URL,
      databaseReadUrl: settings.DATABASE_READ_URL,
      redisUrl: settings.REDIS_URL,
      natsUrl: settings.NATS_URL,
    },
    addresses: addressesIn(settings, env),
    ...(settings.BASE_URL !== undefined && { baseUrl: settings.BASE_URL.replace(/\/$/, '') }),
    ...(file !== undefined && { marketplace: file }),
    exposed: isExposed(settings.GATEWAY_HOST, settings.BASE_URL),
    ...(hasSamples && { samples: ports }),
  }
}

/** What services inherit: not the launcher's own settings, such as the database's admin role. */
function withoutLauncherSettings(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(env).filter(([name]) => !(name in launcherSettings.shape)))
}

function addressesIn(settings: LauncherSettings, env: NodeJS.ProcessEnv): WantedAddresses {
  const host = settings.GATEWAY_HOST.includes(':') ? `[${settings.GATEWAY_HOST}]` : settings.GATEWAY_HOST
  const { AUTH_GRPC, BILLING_GRPC, METERING_GRPC } = settings
  const consoleAddress = { address: `${host}:${settings.CONSOLE_PORT}`, setting: 'CONSOLE_PORT' }
  return {
    'edge-proxy:http': { address: `${host}:${settings.GATEWAY_PORT}`, setting: 'GATEWAY_PORT' },
    // A second instance, which was not told otherwise, gets another port.
    'console:http': { ...consoleAddress, mayDiffer: !env.CONSOLE_PORT },
    ...(AUTH_GRPC && { 'auth:grpc': { address: AUTH_GRPC, setting: 'AUTH_GRPC' } }),
    ...(BILLING_GRPC && { 'billing:grpc': { address: BILLING_GRPC, setting: 'BILLING_GRPC' } }),
    ...(METERING_GRPC && { 'metering:grpc': { address: METERING_GRPC, setting: 'METERING_GRPC' } }),
  }
}
