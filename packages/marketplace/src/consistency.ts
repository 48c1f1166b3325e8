import { fieldOf } from '@mtg/primitives'
import type { Path } from './document.ts'
import { type Selected, select } from './select.ts'

/** A contradiction between parts of a file. */
export interface Contradiction {
  path: Path
  reason: string
}

/** Everything in an unchecked file that is well-formed but cannot be meant together. */
export function findContradictions(root: unknown): Contradiction[] {
  return [
    ...twins(select(root, ['publishers', '*', 'username']), 'this username'),
    ...twins(select(root, ['publishers', '*', 'email']), 'this e-mail of a publisher', lowerCase),
    ...twins(select(root, ['buyers', '*', 'email']), 'this e-mail of a buyer', lowerCase),
    ...twins(select(root, ['buyers', '*', 'keys', '*', 'key']), 'this key'),
    ...select(root, ['publishers', '*']).flatMap(publisher =>
      twins(within(publisher, ['apps', '*', 'name']), 'an app of this name'),
    ),
    ...select(root, ['buyers', '*']).flatMap(buyer => [
      ...twins(within(buyer, ['keys', '*', 'name']), 'a key of this name'),
      ...twins(within(buyer, ['purchases', '*', 'app']), 'a purchase of this app'),
    ]),
    ...differingPasswords(root),
    ...select(root, ['publishers', '*', 'apps', '*']).flatMap(pricesWithoutPaidTier),
    ...select(root, ['buyers', '*', 'purchases', '*']).flatMap(purchase => impossiblePurchase(root, purchase)),
    ...['apps', 'tools'].flatMap(list =>
      select(root, ['buyers', '*', 'keys', '*', 'limits', list, '*']).flatMap(entry => missingApp(root, entry)),
    ),
  ]
}

const lowerCase = (text: string) => text.toLowerCase()

/** Selects below a value; paths still start at the top. */
function within({ path, value }: Selected, pattern: readonly string[]): Selected[] {
  return select(value, pattern).map(found => ({ ...found, path: [...path, ...found.path] }))
}

function twins(values: Selected[], what: string, canonical: (text: string) => string = text => text): Contradiction[] {
  const seen = new Set<string>()
  return values.flatMap(({ path, value }) => {
    if (typeof value !== 'string') return []
    const text = canonical(value)
    if (seen.has(text)) return [{ path, reason: `${what} stands in the file twice` }]
    seen.add(text)
    return []
  })
}

/** A person who is both buyer and publisher has one login. */
function differingPasswords(root: unknown): Contradiction[] {
  const passwords = new Map<string, unknown>()
  return ['publishers', 'buyers'].flatMap(list =>
    select(root, [list, '*']).flatMap(({ path, value }) => {
      const email = fieldOf(value, 'email')
      const password = fieldOf(value, 'password')
      if (typeof email !== 'string' || password === undefined) return []
      const known = passwords.get(lowerCase(email)) ?? password
      passwords.set(lowerCase(email), known)
      if (known === password) return []
      return [{ path: [...path, 'password'], reason: 'differs from the other password of this e-mail' }]
    }),
  )
}

function pricesWithoutPaidTier(app: Selected): Contradiction[] {
  const [tools] = within(app, ['tools'])
  if (tools === undefined || within(app, ['tools', '*']).length === 0) return []
  if (within(app, ['tiers', 'paid']).length > 0) return []
  return [{ path: tools.path, reason: 'prices by tool need a paid tier' }]
}

/** An app of a publisher that is not in the file may exist in the system: then billing is the judge. */
function impossiblePurchase(root: unknown, purchase: Selected): Contradiction[] {
  const app = fieldOf(purchase.value, 'app')
  const tier = fieldOf(purchase.value, 'tier')
  if (typeof app !== 'string' || (tier !== 'free' && tier !== 'paid')) return []
  const [username, appName] = app.split('/')
  const publisher = select(root, ['publishers', '*']).find(({ value }) => fieldOf(value, 'username') === username)
  if (publisher === undefined) return []
  const bought = select(publisher.value, ['apps', '*']).find(({ value }) => fieldOf(value, 'name') === appName)
  if (bought === undefined) {
    return [{ path: [...purchase.path, 'app'], reason: `publisher ${username} has no app "${appName}" in this file` }]
  }
  const offers = select(bought.value, ['tiers', '*']).map(({ path }) => path.at(-1))
  if (offers.length === 0 || offers.includes(tier)) return []
  return [{ path: [...purchase.path, 'tier'], reason: `${app} does not offer the tier "${tier}"` }]
}

/** What a key may call; apps of publishers that are not in the file are not known here. */
function missingApp(root: unknown, { path, value }: Selected): Contradiction[] {
  if (typeof value !== 'string') return []
  const [username, appName] = (value.split('#')[0] ?? '').split('/')
  const publisher = select(root, ['publishers', '*']).find(({ value }) => fieldOf(value, 'username') === username)
  if (publisher === undefined || appName === undefined) return []
  const isThere = select(publisher.value, ['apps', '*', 'name']).some(name => name.value === appName)
  return isThere ? [] : [{ path, reason: `publisher ${username} has no app "${appName}" in this file` }]
}
