import { createHash } from 'node:crypto'
import { appError } from '@mtg/errors'
import type { Call } from '../../domain/call.ts'
import type { KeyRules } from '../../domain/key-limits.ts'
import type { LoopBreaker } from '../../domain/loop-breaker.ts'

/**
 * Counts the call for every key of its lineage that watches for loops, or for none of them when one refuses. Answers with how to
 * take it back.
 */
export async function enforceLoops(
  breaker: LoopBreaker,
  watching: readonly KeyRules[],
  call: Call,
): Promise<() => void> {
  if (watching.length === 0) return () => {}
  const sameness = samenessOf(call)
  const verdicts = await Promise.all(
    watching.map(async key => ({ key, verdict: await breaker.count(key.keyId, sameness, key.loop ?? NEVER) })),
  )
  const takeBack = () => {
    for (const { verdict } of verdicts) if (verdict.isCounted) verdict.takeBack()
  }
  const refused = verdicts.find(({ verdict }) => !verdict.isCounted)
  if (refused === undefined || refused.verdict.isCounted) return takeBack
  takeBack()
  throw loopDetected(refused.key, refused.verdict.freesAt)
}

const NEVER = { calls: Number.MAX_SAFE_INTEGER, seconds: 1 }

/** Calls are the same that have the same app, tool and arguments. */
function samenessOf({ username, appName, tool, argumentsDigest }: Call): string {
  const hash = createHash('sha256').update(`${username}/${appName}#${tool}\0`)
  return hash.update(argumentsDigest ?? '').digest('hex')
}

function loopDetected({ keyId, name, loop }: KeyRules, freesAt: Date): Error {
  const { calls, seconds } = loop ?? NEVER
  const at = freesAt.toISOString()
  return appError('loop_detected', {
    message:
      `The key "${name}" may call a tool with the same arguments ${calls} times within ${seconds} s: ` +
      `this looks like a loop. It frees at ${at}.`,
    detail: {
      limit: 'loop',
      limitKeyId: keyId,
      limitKeyName: name,
      limitValue: `${calls} in ${seconds} s`,
      freesAt: at,
    },
  })
}
