import { fieldLimits, invalidField, nameOf, textOf } from '@mtg/rpc'
import type { AccountsFile, BuyerEntry, KeyEntry } from '../../domain/accounts-file.ts'
import { parseApiKey } from '../../domain/api-key.ts'
import { emailKeyOf } from '../../domain/email.ts'
import { PASSWORD_LENGTH_MAX } from '../../domain/password.ts'
import { isScope, isWithinScope } from '../../domain/scope.ts'

const EMAIL = /^[^\s@]+@[^\s@]+$/
const EMAIL_LENGTH_MAX = 254
const NAME_LENGTH_MAX = 100

/** Throws `invalid_argument` for the first entry that no database state could make right. */
export function validateAccounts({ buyers, publisherLogins }: AccountsFile): void {
  const passwords = new Map<string, string>()
  const keyTexts = new Set<string>()
  refuseRepeats(
    buyers.map(buyer => emailKeyOf(buyer.email)),
    'buyer',
  )
  refuseRepeats(
    publisherLogins.map(login => login.username),
    'publisher login',
  )
  refuseRepeats(
    publisherLogins.map(login => emailKeyOf(login.email)),
    'publisher e-mail',
  )
  for (const buyer of buyers) {
    validateEmail(buyer.email)
    validatePassword(passwords, buyer.email, buyer.password)
    refuseRepeats(
      buyer.keys.map(key => key.name),
      `key of ${buyer.email}`,
    )
    for (const key of buyer.keys) validateKey(key, buyer.email, keyTexts)
    refuseCircles(buyer)
    refuseWiderScopes(buyer)
  }
  for (const login of publisherLogins) {
    nameOf(login.username, 'username')
    validateEmail(login.email)
    validatePassword(passwords, login.email, login.password)
  }
}

function validateEmail(email: string): void {
  textOf(email, 'email', fieldLimits.emailBytesMax)
  if (!EMAIL.test(email) || email.length > EMAIL_LENGTH_MAX) {
    throw invalidField('email', `"${email}" is not an e-mail address`)
  }
}

/** Throws `invalid_argument` unless a key may have this name. */
export function validateKeyName(name: string): void {
  if (name.trim() === '' || name.length > NAME_LENGTH_MAX) {
    throw invalidField('name', `must have 1 to ${NAME_LENGTH_MAX} characters`)
  }
  textOf(name, 'name', NAME_LENGTH_MAX * 4)
}

/** Throws `invalid_argument` unless the text is a scope. */
export function validateScope(scope: string): void {
  textOf(scope, 'scope', fieldLimits.scopeBytesMax)
  if (!isScope(scope)) throw invalidField('scope', `"${scope}" is not a list of scopes with single spaces between`)
}

/** A key whose parents lead back to it has no topmost one. */
function refuseCircles({ email, keys }: BuyerEntry): void {
  const parents = new Map(keys.map(key => [key.name, key.parent]))
  for (const { name } of keys) {
    let above = parents.get(name)
    for (let steps = 0; above !== undefined && steps < keys.length; steps += 1) above = parents.get(above)
    if (above !== undefined) throw invalidField('parent', `of key "${name}" of ${email} leads back to the key itself`)
  }
}

/** On a system where the keys are there already, the parent's scope would narrow the child's without a word. */
function refuseWiderScopes({ email, keys }: BuyerEntry): void {
  const scopes = new Map(keys.map(key => [key.name, key.scope]))
  for (const { name, scope, parent } of keys) {
    const above = parent === undefined ? undefined : scopes.get(parent)
    if (above === undefined || isWithinScope(scope, above)) continue
    throw invalidField('scope', `of key "${name}" of ${email} is wider than "${above}" of its parent`)
  }
}

function validateKey(key: KeyEntry, email: string, keyTexts: Set<string>): void {
  validateKeyName(key.name)
  validateScope(key.scope)
  if (key.parent !== undefined) validateKeyName(key.parent)
  if (key.key === '') return
  if (parseApiKey(key.key) === undefined) {
    throw invalidField(
      'key',
      `"${key.name}" of ${email} must be vnb-sk- or vai-sk- and 8 to 200 letters, digits, - or _`,
    )
  }
  if (keyTexts.has(key.key)) throw invalidField('key', `"${key.name}" of ${email} stands in the file twice`)
  keyTexts.add(key.key)
}

/** One e-mail has one password, even when a buyer and a publisher's owner share it. */
function validatePassword(passwords: Map<string, string>, email: string, password: string): void {
  if (password === '') return
  if (password.length > PASSWORD_LENGTH_MAX) {
    throw invalidField('password', `of ${email} is longer than ${PASSWORD_LENGTH_MAX} characters`)
  }
  const known = passwords.get(emailKeyOf(email))
  if (known !== undefined && known !== password) {
    throw invalidField('password', `of ${email} stands in the file twice, differently`)
  }
  passwords.set(emailKeyOf(email), password)
}

function refuseRepeats(values: string[], what: string): void {
  const seen = new Set<string>()
  for (const value of values) {
    if (seen.has(value)) throw invalidField(what, `"${value}" stands in the file twice`)
    seen.add(value)
  }
}
