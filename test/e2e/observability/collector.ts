import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { z } from 'zod'

/** A span as it was exported. */
export interface ExportedSpan {
  readonly service: string
  readonly name: string
  readonly kind: SpanKindName
  readonly traceId: string
  readonly spanId: string
  /** Empty when it is the first of its trace. */
  readonly parentSpanId: string
  readonly attributes: Readonly<Record<string, string | number | boolean>>
  readonly isError: boolean
  /** Ids of spans that it links to. */
  readonly links: readonly string[]
}

/** A collector that understands OTLP over HTTP in JSON, and keeps everything. */
export interface Collector {
  readonly endpoint: string
  /** Every request so far, as text. */
  readonly bodies: readonly string[]
  spans(): ExportedSpan[]
  close(): Promise<void>
}

const kinds = ['unspecified', 'internal', 'server', 'client', 'producer', 'consumer'] as const

/** OTLP's kinds of span. */
type SpanKindName = (typeof kinds)[number]

const STATUS_ERROR = 2

const attributes = z
  .array(
    z.object({
      key: z.string(),
      value: z.object({
        stringValue: z.string().optional(),
        intValue: z.coerce.number().optional(),
        doubleValue: z.number().optional(),
        boolValue: z.boolean().optional(),
      }),
    }),
  )
  .transform(pairs =>
    Object.fromEntries(
      pairs.map(({ key, value }) => [
        key,
        value.stringValue ?? value.intValue ?? value.doubleValue ?? value.boolValue ?? '',
      ]),
    ),
  )

const exported = z.object({
  resourceSpans: z.array(
    z.object({
      resource: z.object({ attributes }),
      scopeSpans: z.array(
        z.object({
          spans: z.array(
            z.object({
              name: z.string(),
              kind: z.number(),
              traceId: z.string(),
              spanId: z.string(),
              parentSpanId: z.string().default(''),
              attributes,
              status: z.object({ code: z.number().optional() }),
              links: z.array(z.object({ spanId: z.string() })).default([]),
            }),
          ),
        }),
      ),
    }),
  ),
})

/** Starts a collector on a free port. */
export async function startCollector(): Promise<Collector> {
  const bodies: string[] = []
  const server = createServer((request, response) => {
    const keep = (body: string) => {
      bodies.push(body)
      response.setHeader('content-type', 'application/json').end('{}')
    }
    text(request).then(keep, () => response.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    bodies,
    spans: () => bodies.flatMap(readSpans),
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

function readSpans(body: string): ExportedSpan[] {
  return exported.parse(JSON.parse(body)).resourceSpans.flatMap(({ resource, scopeSpans }) =>
    scopeSpans
      .flatMap(scope => scope.spans)
      .map(({ kind, status, links, ...span }) => ({
        ...span,
        links: links.map(link => link.spanId),
        service: String(resource.attributes['service.name']),
        kind: kinds[kind] ?? 'unspecified',
        isError: status.code === STATUS_ERROR,
      })),
  )
}
