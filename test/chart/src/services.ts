import { authSettings } from '@mtg/auth'
import { billingSettings } from '@mtg/billing'
import { consoleSettings } from '@mtg/console'
import { edgeSettings } from '@mtg/edge-proxy'
import { meteringSettings } from '@mtg/metering'
import { oauthSettings } from '@mtg/oauth-server'
import type { SettingsSchema } from '@mtg/runtime'

/** A service of the chart: its component's name, its block in values.yaml, and the settings that its code reads. */
export interface ChartedService {
  readonly component: string
  readonly block: string
  readonly settings: SettingsSchema
}

/** Every service. */
export const chartedServices: readonly ChartedService[] = [
  { component: 'edge-proxy', block: 'edgeProxy', settings: edgeSettings },
  { component: 'auth', block: 'auth', settings: authSettings },
  { component: 'billing', block: 'billing', settings: billingSettings },
  { component: 'metering', block: 'metering', settings: meteringSettings },
  { component: 'oauth-server', block: 'oauthServer', settings: oauthSettings },
  { component: 'console', block: 'console', settings: consoleSettings },
]

/** Settings that have no place in a cluster: the launcher's, and the fault tests'. */
export const neverSettings: readonly string[] = ['SUPERVISED', 'FAILPOINT']

/** Variables that Node itself reads. */
export const nodeVariables: readonly string[] = ['NODE_EXTRA_CA_CERTS', 'MALLOC_MMAP_THRESHOLD_', 'MALLOC_ARENA_MAX']
