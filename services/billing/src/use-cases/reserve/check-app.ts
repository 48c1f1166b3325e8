import { appError } from '@mtg/errors'
import type { Call, ResolvedTarget } from '../../domain/call.ts'

/** Publisher and app exist, may be called, and speak the adapter of the path. */
export function checkApp(call: Call, target: ResolvedTarget) {
  const { publisher, app } = target
  const detail = { publisher: call.username, app: call.appName }
  if (publisher === undefined) throw appError('publisher_not_found', { detail })
  if (app === undefined) throw appError('app_not_found', { detail })
  if (app.adapter !== call.adapter) {
    throw appError('adapter_not_supported', { detail: { ...detail, adapter: app.adapter } })
  }
  if (publisher.isSuspended) throw appError('publisher_suspended', { detail })
  const { apiKeySealed } = publisher
  if (apiKeySealed === null) throw appError('publisher_api_key_not_found', { detail })
  return { publisher: { ...publisher, apiKeySealed }, app }
}
