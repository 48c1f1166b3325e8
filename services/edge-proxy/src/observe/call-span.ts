import type { Span, Telemetry } from '@mtg/observability'
import type { Call, ChatUsage, Notification } from '../adapters/adapter.ts'
import type { AppAddress, Arrival } from '../call/arrival.ts'
import type { Ending } from '../call/ending.ts'
import type { CallTrail } from '../call/trail.ts'

type SpanAttributes = Record<string, string | number>

/** Begins the span of a call. Nothing but the caller's own header and the sampler decides whether it is recorded. */
export function startCallSpan(
  request: { readonly method?: string | undefined; readonly headers: Arrival['request']['headers'] },
  app: AppAddress,
  telemetry: Telemetry,
): Span {
  if (!telemetry.enabled) return telemetry.startSpan('', 'server')
  const { traceparent } = request.headers
  const parent = typeof traceparent === 'string' ? traceparent : undefined
  const span = telemetry.startSpan('call', 'server', parent)
  if (!span.recording) return span
  const method = request.method ?? ''
  const route = `/v1-beta/${app.adapter.name}/{publisher}/{app}`
  span.rename(`${method} ${route}`)
  span.setAttributes({ 'http.request.method': method, 'http.route': route, 'url.path': app.path })
  return span
}

/**
 * Goes on under a span of the message's own where the message names its caller's span, which a client of MCP may make apart from
 * the request that carries it: the span belongs to that trace, and links to the request's. The sampler decides as for a request.
 */
export function enterMessage(arrival: Arrival, message: Call | Notification, telemetry: Telemetry): void {
  if (!telemetry.enabled) return
  const caller = message.facts?.().traceparent
  if (caller === undefined || caller === arrival.request.headers.traceparent) return
  const span = telemetry.startMessageSpan(message.operation, caller, arrival.span)
  if (!span.recording) return
  arrival.transportSpan = arrival.span
  arrival.span = span
}

/** Ends the spans of a call. Only what the gateway or a publisher has failed at is its failure; refusals are attributes. */
export function endCallSpan({ arrival, principal, message, reservation }: CallTrail, { code, status }: Ending): void {
  const { span, transportSpan, app, callId } = arrival
  const failure = status >= 500 ? code : undefined
  if (transportSpan?.recording === true) {
    transportSpan.setAttributes({ 'http.response.status_code': status, 'mtg.call_id': callId })
    transportSpan.end(failure)
  }
  if (!span.recording) return
  if (message !== undefined) {
    const title = titleOf(app, message)
    span.rename(title.name)
    span.setAttributes(title.attributes)
  }
  span.setAttributes({
    ...(transportSpan === undefined && { 'http.response.status_code': status }),
    ...usageAttributes(reservation?.usage()),
    'mtg.call_id': callId,
    'mtg.app': app.name,
    'mtg.buyer_id': principal?.buyerId ?? '',
    'mtg.code': code,
    'mtg.charged_micros': String(reservation?.chargedMicros() ?? 0n),
    'mtg.total_tokens': reservation?.totalTokens() ?? 0,
  })
  span.end(failure)
}

function usageAttributes(usage: ChatUsage | undefined): SpanAttributes {
  const { model, inputTokens, outputTokens } = usage ?? {}
  return {
    ...(model !== undefined && { 'gen_ai.response.model': model }),
    ...(inputTokens !== undefined && { 'gen_ai.usage.input_tokens': inputTokens }),
    ...(outputTokens !== undefined && { 'gen_ai.usage.output_tokens': outputTokens }),
  }
}

/** Records that a call made a usage event; metering's work on the event goes under the span that this names. */
export function traceUsageEvent(span: Span): string | undefined {
  if (!span.recording) return undefined
  const creation = span.child('create usage.v1.recorded', 'producer', {
    'messaging.system.name': 'nats',
    'messaging.operation.name': 'create',
    'messaging.operation.type': 'create',
    'messaging.destination.name': 'usage.v1.recorded',
  })
  creation.end()
  return creation.traceparent
}

/** Names a span as the conventions for MCP and for generative AI do: "tools/call add", "chat gpt-5". */
export function titleOf({ adapter, username }: AppAddress, message: Call | Notification): SpanTitle {
  const { operation } = message
  const name = message.kind === 'call' ? message.name : ''
  const own = adapter.name === 'mcp' ? mcpAttributes(operation, name) : chatAttributes(username, name)
  const attributes = { ...own, ...message.facts?.().attributes }
  const target = adapter.name === 'llm' ? name : (own['gen_ai.tool.name'] ?? own['gen_ai.prompt.name'])
  const verb = adapter.name === 'llm' ? 'chat' : operation
  return { name: target === undefined || target === '' ? verb : `${verb} ${target}`, attributes }
}

/** A span's name and attributes. */
export interface SpanTitle {
  readonly name: string
  readonly attributes: Readonly<SpanAttributes>
}

function mcpAttributes(method: string, name: string): SpanAttributes {
  const attributes: SpanAttributes = { 'mcp.method.name': method }
  if (method === 'tools/call') {
    attributes['gen_ai.operation.name'] = 'execute_tool'
    attributes['gen_ai.tool.name'] = name
  }
  if (method === 'prompts/get') attributes['gen_ai.prompt.name'] = name
  if (method.startsWith('resources/') && name !== '') attributes['mcp.resource.uri'] = name
  return attributes
}

function chatAttributes(publisher: string, model: string): SpanAttributes {
  return { 'gen_ai.operation.name': 'chat', 'gen_ai.provider.name': publisher, 'gen_ai.request.model': model }
}
