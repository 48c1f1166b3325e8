import assert from 'node:assert/strict'
import { test } from 'node:test'
import { policyOf } from '@mtg/pages'
import { fuzz } from '@mtg/testing/fuzz'
import * as fc from 'fast-check'
import { cspSourceOf, parseRedirectUri, withParameters } from './redirect-uri.ts'

const odd = fc.constantFrom(
  ';',
  ',',
  "'",
  '"',
  ' ',
  '\t',
  '\n',
  '\0',
  '*',
  '%',
  '%3b',
  '%00',
  '@',
  '\\',
  '#',
  '|',
  '<',
  '>',
  '{',
  '`',
  '^',
  'é',
  '。',
  '\u00ad',
)
const label = fc.oneof(
  { weight: 5, arbitrary: fc.stringMatching(/^[a-z0-9-]{1,12}$/) },
  {
    weight: 2,
    arbitrary: fc
      .tuple(fc.stringMatching(/^[a-z]{0,4}$/), odd, fc.stringMatching(/^[a-z]{0,4}$/))
      .map(parts => parts.join('')),
  },
  { weight: 1, arbitrary: fc.constantFrom('', 'xn--', 'xn--a', '0x7f', '1', 'self', 'unsafe-inline') },
)
const host = fc.oneof(
  { weight: 6, arbitrary: fc.array(label, { minLength: 1, maxLength: 4 }).map(labels => labels.join('.')) },
  { weight: 1, arbitrary: fc.ipV6().map(address => `[${address}]`) },
  { weight: 1, arbitrary: fc.ipV4Extended() },
  { weight: 1, arbitrary: fc.constantFrom('[', '[]', '[::1', '[::1;]', '[v1.a]', '::1') },
)
const port = fc.oneof(
  fc.constant(''),
  fc.nat(99_999).map(number => `:${number}`),
  odd.map(text => `:1${text}`),
  fc.constant(':'),
)
const userInfo = fc.oneof(
  { weight: 8, arbitrary: fc.constant('') },
  { weight: 1, arbitrary: fc.constantFrom('user@', 'a:b@', '@', ';@') },
)
const piece = fc.oneof(
  { weight: 3, arbitrary: fc.stringMatching(/^[a-z0-9=]{0,8}$/) },
  odd,
  fc.constantFrom('..', '.', '%2e', 'code=x', 'state'),
)
const path = fc.array(piece, { maxLength: 4 }).map(pieces => pieces.map(text => `/${text}`).join(''))
const query = fc.array(piece, { maxLength: 4 }).map(pieces => (pieces.length === 0 ? '' : `?${pieces.join('&')}`))
const scheme = fc.oneof(
  { weight: 8, arbitrary: fc.constantFrom('http://', 'https://', 'HTTPS://') },
  { weight: 1, arbitrary: fc.constantFrom('https:/', 'https:', '//', 'javascript:', 'data:', 'ftp://', '') },
)
const redirectUri = fc.tuple(scheme, userInfo, host, port, path, query).map(parts => parts.join(''))

test('no redirect host says more to a browser than where its form may lead', async t => {
  let accepted = 0
  await fuzz(
    t,
    3000,
    fc.property(redirectUri, text => {
      const uri = parseRedirectUri(text)
      if (uri === undefined) return
      accepted += 1
      const directives = policyOf("'sha256-x'", ["'self'", cspSourceOf(uri)]).split(';')
      assert.equal(directives.length, 5, text)
      assert.match(directives[2] ?? '', /^ form-action 'self' https?:(\/\/[a-z0-9._-]+(:\d+)?)?$/, text)
    }),
  )
  assert.ok(accepted > 100, `${accepted} were accepted`)
})

test('what is added to a redirect URI never leads anywhere else', async t => {
  await fuzz(
    t,
    500,
    fc.property(redirectUri, fc.string({ unit: 'binary' }), (text, state) => {
      const uri = parseRedirectUri(text)
      if (uri === undefined || !state.isWellFormed()) return
      const location = withParameters(text, { code: 'c', state })
      assert.ok(location.startsWith(text))
      assert.doesNotMatch(location, /[\r\n\0\s]/)
      const { origin, pathname, hash, searchParams } = new URL(location)
      assert.deepEqual([origin, pathname, hash], [uri.url.origin, uri.url.pathname, ''])
      assert.deepEqual([searchParams.getAll('code'), searchParams.getAll('state')], [['c'], [state]])
    }),
  )
})
