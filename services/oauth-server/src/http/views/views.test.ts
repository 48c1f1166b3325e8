import assert from 'node:assert/strict'
import test from 'node:test'
import { oauthError } from '../../domain/oauth-error.ts'
import { parseRedirectUri, type RedirectUri } from '../../domain/redirect-uri.ts'
import { errorPage } from './error-page.ts'
import { loginPage } from './login-page.ts'

const view = {
  redirectUri: parseRedirectUri('http://client.example:8080/cb') as RedirectUri,
  apiKey: 'vnb-sk-very-secret-1234',
  scope: 'mcp:tools',
  requestToken: 'token',
}

test('the page has nothing that its policy would block', () => {
  assert.ok(!/<script|\sstyle="|\son\w+=|https?:\/\/(?!client)/.test(loginPage(view).text))
})

test('the page shows where it leads and which key it is for, not the key', () => {
  const page = loginPage(view).text
  assert.match(page, /client\.example:8080/)
  assert.match(page, /vnb-sk-…1234/)
  assert.ok(!page.includes(view.apiKey))
})

test('the page names what is allowed, and warns of plain http to another machine', () => {
  assert.match(loginPage(view).text, /Call the tools/)
  assert.doesNotMatch(loginPage(view).text, /chat completions/)
  assert.match(loginPage({ ...view, scope: 'mcp:tools llm:completions' }).text, /chat completions/)
  assert.match(loginPage(view).text, /not encrypted/)
  const safe = parseRedirectUri('https://client.example/cb') as RedirectUri
  assert.doesNotMatch(loginPage({ ...view, redirectUri: safe }).text, /not encrypted/)
})

test('a failed login is announced, and tied to the fields', () => {
  const page = loginPage({ ...view, failure: 'E-mail address or password is wrong.', email: '"><i>@x' }).text
  assert.match(page, /role="alert" id="failure">E-mail address or password is wrong\./)
  assert.equal(page.match(/aria-describedby="failure"/g)?.length, 2)
  assert.ok(page.includes('value="&quot;&gt;&lt;i&gt;@x"'))
})

test('an error page says what happened and that nothing was allowed', () => {
  const page = errorPage(oauthError('invalid_client', { description: 'client_id is not a valid API key.' })).text
  assert.match(page, /client_id is not a valid API key\./)
  assert.match(page, /Nothing was allowed/)
})
