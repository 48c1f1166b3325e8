import type { IncomingMessage, ServerResponse } from 'node:http'
import { appError } from '@mtg/errors'
import type { HealthReport, SystemHealth } from '../../clients/system-health.ts'
import { sendError } from '../../respond/send-error.ts'

/** Spec "GET /health": 200 only when all critical dependencies are reachable, else 503. */
export function createHealthRoute(health: SystemHealth) {
  return async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    if (request.method === 'GET' || request.method === 'HEAD') return sendReport(response, await health.report())
    return sendError(response, appError('method_not_allowed'), { allow: 'GET, HEAD' })
  }
}

function sendReport(response: ServerResponse, report: HealthReport): void {
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
