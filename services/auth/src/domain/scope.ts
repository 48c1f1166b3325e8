/** What a credential may not exceed when nothing is left of it. An empty scope would mean "unrestricted". */
const NO_SCOPE = 'none'

const SCOPE_TOKEN = /^[\x21\x23-\x5B\x5D-\x7E]+$/

/** Whether the text is a list of scope tokens as RFC 6749 §3.3 has them; the empty text is. */
export function isScope(text: string): boolean {
  return text === '' || text.split(' ').every(token => SCOPE_TOKEN.test(token))
}

/**
 * The part of a token's scope that its key still covers. A key without scope is unrestricted (spec "Authentication" 7),
 * and any scope that starts with "mcp:" covers every other such scope.
 */
export function narrowScope(tokenScope: string, keyScope: string): string {
  if (keyScope === '') return tokenScope
  if (tokenScope === '') return keyScope
  const kept = tokenScope.split(' ').filter(coveredBy(keyScope))
  return kept.length === 0 ? NO_SCOPE : kept.join(' ')
}

/** Whether a scope allows nothing that the other one does not. */
export function isWithinScope(scope: string, other: string): boolean {
  if (other === '') return true
  return scope !== '' && scope.split(' ').every(coveredBy(other))
}

function coveredBy(scope: string): (token: string) => boolean {
  const allowed = new Set(scope.split(' '))
  const allowsMcp = [...allowed].some(token => token.startsWith('mcp:'))
  return token => allowed.has(token) || (allowsMcp && token.startsWith('mcp:'))
}
