import type { CallTarget, ResolvedTarget } from '../../domain/call.ts'
import { createRememberedFacts, type RememberedFacts } from './remembered-facts.ts'

/** What is known of targets, for a moment. */
export type RememberedTargets = RememberedFacts<CallTarget, ResolvedTarget>

/**
 * Keeps only what lets a call through, so that nobody is refused on old facts; whatever moves money or meters checks them
 * again in the database.
 */
export function createRememberedTargets(keepMs: () => number): RememberedTargets {
  return createRememberedFacts({ keyOf, mayKeep: mayBeCalled, keepMs })
}

const keyOf = ({ buyerId, username, appName }: CallTarget) => `${buyerId} ${username}/${appName}`

function mayBeCalled({ publisher, purchase, limits }: ResolvedTarget): boolean {
  const publisherServes = publisher !== undefined && !publisher.isSuspended && publisher.apiKeySealed !== null
  return publisherServes && purchase?.status === 'active' && !purchase.isMeterExpired && limits !== undefined
}
