import type { ServiceContext } from '@mtg/runtime'
import type { EdgeSettings } from '../config.ts'
import type { UsageSink } from '../observe/usage-events.ts'

/** What the parts of an edge are made from. */
export type AssemblyContext = Pick<
  ServiceContext<EdgeSettings>,
  'config' | 'log' | 'clock' | 'metrics' | 'telemetry'
> & {
  readonly usage: UsageSink
  /** Whether invalidations arrive. */
  readonly isPushConnected: () => boolean
  /** Whether usage events leave this process. */
  readonly isUsageFlowing: () => boolean
}
