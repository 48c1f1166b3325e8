import { appError } from '@mtg/errors'
import type { Call } from '../../domain/call.ts'
import { type KeyRules, refusingList } from '../../domain/key-limits.ts'
import type { KeyOfBuyer } from './remembered-rules.ts'

/** How the rules of keys are found out. */
export interface KeyRuleDeps {
  /** Rules of a key and of those above it, its own first; `fresh` passes by what is remembered. */
  readonly keyRules: (key: KeyOfBuyer, options: { readonly fresh: boolean }) => Promise<readonly KeyRules[]>
}

/**
 * The lists of the call's key and of those above it let it call this app and tool, and its arguments' digest is there where one
 * of them watches for loops. Nobody is refused by what is only remembered. Answers with the rules that have a loop breaker.
 */
export async function checkKey(deps: KeyRuleDeps, call: Call): Promise<readonly KeyRules[]> {
  const { keyId, buyerId } = call
  if (keyId === null) return []
  const key = { keyId, buyerId }
  const remembered = await deps.keyRules(key, { fresh: false })
  if (remembered.length === 0) return remembered
  try {
    return checkRules(remembered, call)
  } catch {
    return checkRules(await deps.keyRules(key, { fresh: true }), call)
  }
}

/** As `checkKey`, of a call that the database has refused by the lists as they are now. */
export async function refuseByLists(deps: KeyRuleDeps, call: Call): Promise<Error> {
  const { keyId, buyerId } = call
  try {
    if (keyId !== null) checkRules(await deps.keyRules({ keyId, buyerId }, { fresh: true }), call)
  } catch (thrown) {
    if (thrown instanceof Error) return thrown
  }
  return appError('app_not_allowed')
}

function checkRules(rules: readonly KeyRules[], call: Call): readonly KeyRules[] {
  const asked = { app: `${call.username}/${call.appName}`, tool: call.tool, isBillable: call.isBillable }
  for (const key of rules) {
    const list = refusingList(key, asked)
    if (list !== undefined) throw notAllowed(key, list, asked)
  }
  if (!call.isBillable || call.tool === '') return []
  const watching = rules.filter(key => key.loop !== null)
  if (watching.length > 0 && call.argumentsDigest === null) throw appError('arguments_digest_needed')
  return watching
}

function notAllowed({ keyId, name }: KeyRules, list: 'apps' | 'tools', asked: { app: string; tool: string }): Error {
  const what = list === 'tools' && asked.tool !== '' ? `the tool "${asked.tool}" of ${asked.app}` : asked.app
  return appError('app_not_allowed', {
    message: `The key "${name}" may not call ${what}.`,
    detail: { limit: list, limitKeyId: keyId, limitKeyName: name },
  })
}
