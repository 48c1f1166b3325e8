import assert from 'node:assert/strict'
import test from 'node:test'
import { cspSourceOf, isPrivateChannel, parseRedirectUri, type RedirectUri, withParameters } from './redirect-uri.ts'

function parsed(text: string): RedirectUri {
  const uri = parseRedirectUri(text)
  assert.ok(uri, text)
  return uri
}

test('http and https callbacks are accepted as they are', () => {
  for (const text of [
    'https://client.example/callback',
    'https://client.example',
    'http://localhost:3000/cb?tenant=7',
    'http://127.0.0.1:49152/',
    'http://[::1]:8080/cb',
    "https://client.example/a;b=1/c!$&'()*+,=:@-._~%20",
  ]) {
    assert.equal(parsed(text).text, text)
  }
})

test('what parsers read differently, or what is no web address, is refused', () => {
  for (const text of [
    '',
    '/callback',
    '//client.example/cb',
    'client.example/cb',
    'ftp://client.example/cb',
    'javascript:alert(1)',
    'data:text/html,x',
    'com.example.app:/cb',
    'https:client.example/cb',
    'https:/client.example/cb',
    'https:///client.example/cb',
    'https://user@client.example/cb',
    'https://user:password@client.example/cb',
    'https://client.example@evil.example/cb',
    'https://client.example/cb#fragment',
    'https://client.example/cb#',
    'https://client.example\\@evil.example/cb',
    'https://client.example/\\evil',
    'https://client.example/cb\n',
    'https://client.example/c b',
    'https://client.example/cb\0',
    'https://client.example/\tcb',
    'https://client.example/<script>',
    'https://clïent.example/cb',
    'https://client%2eexample/cb',
    "https://a;script-src'unsafe-inline'/cb",
    'https://a,b/cb',
    'https://*/cb',
    'https://*.example/cb',
    "https://'self'/cb",
    'https://a$b/cb',
    'https://a(b)/cb',
    'https://a..b/cb',
    'https://[::1;]/cb',
    'https://[v1.x]/cb',
    'https://a:80;x/cb',
    'https://client.example/a/../admin',
    'https://client.example/a/..',
    'https://client.example/./a',
    'https://client.example/a/%2e%2e/admin',
    'https://client.example/a/%2E./admin',
    'https://client.example/a/..;/admin',
    'https://client.example/a/..;x=1/admin',
    'https://client.example/a%2f..%2fadmin',
    'https://client.example/a%5cadmin',
    'https://client.example/%0d%0aSet-Cookie:x',
    'https://client.example/%00',
    'https://client.example/cb?code=forged',
    'https://client.example/cb?a=1&st%61te=forged',
    'https://client.example:99999/cb',
    `https://client.example/${'a'.repeat(2048)}`,
  ]) {
    assert.equal(parseRedirectUri(text), undefined, JSON.stringify(text))
  }
})

test('parameters are added without changing a byte of what was there', () => {
  const answer = { code: 'c', state: 'a b&=é\n', error: undefined }
  const added = 'code=c&state=a%20b%26%3D%C3%A9%0A'
  assert.equal(withParameters('https://c.example/cb', answer), `https://c.example/cb?${added}`)
  assert.equal(withParameters('https://c.example/cb?x=%7E', answer), `https://c.example/cb?x=%7E&${added}`)
  assert.equal(withParameters('https://c.example/cb?', answer), `https://c.example/cb?${added}`)
})

test('the form may lead to the origin of the callback; to its scheme where CSP cannot name the host', () => {
  assert.equal(cspSourceOf(parsed('https://c.example:8443/cb?x=1')), 'https://c.example:8443')
  assert.equal(cspSourceOf(parsed('http://[::1]:9/cb')), 'http:')
})

test('http is private on this machine only', () => {
  for (const text of ['https://c.example/', 'http://localhost/', 'http://127.0.0.1/', 'http://[::1]/']) {
    assert.ok(isPrivateChannel(parsed(text)), text)
  }
  for (const text of ['http://c.example/', 'http://localhost.evil.example/', 'http://10.0.0.1/']) {
    assert.equal(isPrivateChannel(parsed(text)), false, text)
  }
})
