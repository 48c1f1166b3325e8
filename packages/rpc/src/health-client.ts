import type { MethodDefinition } from '@grpc/proto-loader'
import type { ServiceRef } from '@mtg/contracts'
import { service as healthDefinition } from 'grpc-health-check'
import { type ClientOptions, createClient } from './client.ts'

interface HealthDefinition {
  Check: MethodDefinition<{ service: string }, { status: string }>
}

const healthRef: ServiceRef<HealthDefinition> = { name: 'grpc.health.v1.Health', definition: healthDefinition }

/** Asks another service's grpc.health.v1. */
export interface HealthClient {
  /** Whether the named check ("" is the whole service) is serving at any replica; false when none answers so in time. */
  isServing(check: string, timeoutMs: number): Promise<boolean>
  close(): void
}

/** A client of grpc.health.v1 for one service. */
export function createHealthClient(options: ClientOptions): HealthClient {
  const client = createClient(healthRef, options)
  return {
    async isServing(check, timeoutMs) {
      const ask = async () => {
        const { status } = await client.Check({ service: check }, { timeoutMs })
        if (status !== 'SERVING') throw new Error(`the replica answered ${status}`)
        return true
      }
      // A replica that is going away says so before the others are asked less.
      const answers = Array.from({ length: Math.max(1, client.addressCount()) }, ask)
      return await Promise.any(answers).catch(() => false)
    },
    close: client.close,
  }
}
