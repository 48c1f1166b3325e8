import assert from 'node:assert/strict'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { eventually } from './eventually.ts'

/** The messages to an address in a gateway's outbox, oldest first. */
export function messagesTo(outboxDir: string, email: string): string[] {
  if (!existsSync(outboxDir)) return []
  return readdirSync(outboxDir)
    .filter(name => name.endsWith('.eml'))
    .sort()
    .map(name => readFileSync(join(outboxDir, name), 'utf8'))
    .filter(text => text.includes(`\nTo: ${email}\n`))
}

/** The newest message to an address that matches, once it is there. */
export async function messageTo(outboxDir: string, email: string, pattern: RegExp): Promise<string> {
  return await eventually(() => {
    const found = messagesTo(outboxDir, email).findLast(text => pattern.test(text))
    assert.ok(found, `no message to ${email} matches ${pattern}`)
    return found
  })
}

/** The link in the newest message to an address, once it is there. */
export async function linkInMessage(outboxDir: string, email: string): Promise<string> {
  const link = /^http\S+$/m
  return link.exec(await messageTo(outboxDir, email, link))?.[0] ?? ''
}

/** The cookie of a new session of somebody, at any origin that serves the API. */
export async function sessionCookie(origin: string, who: { email: string; password: string }): Promise<string> {
  const answer = await fetch(`${origin}/api/v1/session`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: who.email, password: who.password }),
  })
  assert.equal(answer.status, 201, await answer.text())
  const cookies = answer.headers.getSetCookie().map(line => line.split(';', 1)[0] ?? '')
  return cookies.join('; ')
}
