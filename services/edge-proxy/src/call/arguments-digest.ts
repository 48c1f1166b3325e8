import { createHash } from 'node:crypto'
import canonicalize from 'canonicalize'

/** Longer arguments are compared as they were sent: to build and sort a megabyte would keep everybody else waiting. */
const CANONICAL_BYTES_MAX = 32 * 1024

/**
 * Stands for a tool call: its app, tool and arguments. Arguments that mean the same (RFC 8785: the order of keys, spaces and ways to
 * write a number or a letter do not matter) have the same digest, so that an agent that goes round in circles is known by it.
 */
export function digestArguments(app: string, tool: string, sent: Buffer): Buffer {
  const hash = createHash('sha256').update(`${JSON.stringify([app, tool])}\n`)
  return hash.update(sent.length > CANONICAL_BYTES_MAX ? sent : canonicalOf(sent)).digest()
}

function canonicalOf(sent: Buffer): string | Buffer {
  // None are as good as empty ones.
  if (sent.length === 0) return '{}'
  try {
    return canonicalize(JSON.parse(sent.toString())) ?? sent
  } catch {
    // A number such as 1e999 has no canonical form.
    return sent
  }
}
