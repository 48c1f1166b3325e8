import type { ServerResponse } from 'node:http'
import type { SystemHealth } from '../../clients/system-health.ts'

/** Spec "GET /health": 200 only when all critical dependencies are reachable, else 503. */
export function createHealthRoute(health: SystemHealth) {
  return async (response: ServerResponse): Promise<void> => {
    const report = await health.report()
    const body = JSON.stringify(report)
    response
      .writeHead(report.status === 'unavailable' ? 503 : 200, {
        'content-type': 'application/json; charset=utf-8',
        'x-content-type-options': 'nosniff',
        'content-length': Buffer.byteLength(body),
        'cache-control': 'no-store',
      })
      .end(body)
  }
}
