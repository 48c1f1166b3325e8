import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { type RunningServer, startNats } from '@mtg/embedded'
import { createLogger } from '@mtg/observability'
import { nkeys as untyped } from 'nats'
import { connectNats } from './index.ts'
import { parseNatsUrls } from './nats-address.ts'

interface KeyPair {
  getPublicKey(): string
  getSeed(): Uint8Array
  sign(bytes: Uint8Array): Uint8Array
}
const nkeys = untyped as Record<'createOperator' | 'createAccount' | 'createUser', () => KeyPair>

const dir = mkdtempSync(join(tmpdir(), 'mtg-nats-address-'))
let server: RunningServer

before(async () => {
  server = await startNats({ dir: join(dir, 'nats'), users: [{ name: 'gateway', password: 'p@ss:1234' }] })
})
after(async () => {
  await server.stop()
  rmSync(dir, { recursive: true, force: true })
})

test('one server, several, a login, a token and TLS', () => {
  assert.deepEqual(parseNatsUrls('nats://host:4222'), { servers: ['host:4222'] })
  assert.deepEqual(parseNatsUrls('nats://app:p%40ss%3A1@a:4222, nats://app:p%40ss%3A1@[::1]:4223'), {
    servers: ['a:4222', '[::1]:4223'],
    user: 'app',
    pass: 'p@ss:1',
  })
  assert.deepEqual(parseNatsUrls('tls://secret@a'), { servers: ['a'], token: 'secret', tls: {} })
})

/** Connects, and answers with whether it came to that, and what was logged if it did not. */
async function outcomeAt(url: string): Promise<string> {
  const settled = Promise.withResolvers<string>()
  const destination = { write: (line: string) => settled.resolve(line) }
  const log = createLogger({ service: 'events-test', level: 'warn', destination })
  const nats = connectNats({ url, name: 'test', log })
  nats.connection().then(
    () => settled.resolve('connected'),
    () => {},
  )
  const outcome = await settled.promise
  await nats.close()
  return outcome
}

test('a server that wants a login gets it from the URL, and one that is wrong is refused', async () => {
  const at = (login: string) => `nats://${login}127.0.0.1:${server.port}`
  assert.equal(await outcomeAt(at('gateway:p%40ss%3A1234@')), 'connected')
  for (const login of ['gateway:other@', '']) assert.match(await outcomeAt(at(login)), /Authorization Violation/i)
})

test('tls:// never speaks in the clear: a server without TLS is not connected to, and gets no password', async () => {
  const outcome = await outcomeAt(`tls://gateway:p%40ss%3A1234@127.0.0.1:${server.port}`)
  assert.notEqual(outcome, 'connected')
  assert.ok(!outcome.includes('p@ss'))
})

test('files that the URL names are those that the client reads, and a name that nobody knows is refused', () => {
  assert.deepEqual(parseNatsUrls('tls://a?ca=/f/ca.pem,tls://b?cert=/f/c.pem&key=/f/k.pem'), {
    servers: ['a', 'b'],
    tls: { caFile: '/f/ca.pem', certFile: '/f/c.pem', keyFile: '/f/k.pem' },
  })
  assert.throws(() => parseNatsUrls('nats://a?credz=/f'), /"credz": known are creds, ca, cert, key/)
  assert.throws(() => parseNatsUrls('tls://a?cert=/f'), /both cert and key/)
})

test('a server that asks for certificates lets in who has one, and nobody else', async () => {
  const file = (name: string) => join(dir, `${name}.pem`)
  makeCertificates(file)
  const lines = `tls { cert_file: "${file('server')}", key_file: "${file('server-key')}", ca_file: "${file('ca')}", verify: true }\n`
  const strict = await startNats({ dir: join(dir, 'certificates'), furtherConfig: lines })
  try {
    const at = (files: string) => `tls://localhost:${strict.port}?ca=${file('ca')}${files}`
    assert.equal(await outcomeAt(at(`&cert=${file('client')}&key=${file('client-key')}`)), 'connected')
    const log = createLogger({ service: 'events-test', level: 'silent' })
    const without = connectNats({ url: at(''), name: 'test', log })
    while (!readFileSync(strict.logFile, 'utf8').includes("client didn't provide a certificate")) await pause(20)
    assert.equal(without.isConnected(), false)
    await without.close()
  } finally {
    await strict.stop()
  }
})

/** An authority, and certificates by it for a server and a client. */
function makeCertificates(file: (name: string) => string): void {
  const openssl = (...args: string[]) => {
    const { status, stderr } = spawnSync('openssl', args, { encoding: 'utf8' })
    assert.equal(status, 0, stderr)
  }
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '1']
  openssl('req', '-x509', ...key, '-subj', '/CN=ca', '-keyout', file('ca-key'), '-out', file('ca'))
  for (const name of ['server', 'client']) {
    const by = ['-CA', file('ca'), '-CAkey', file('ca-key'), '-addext', 'subjectAltName=DNS:localhost,IP:127.0.0.1']
    openssl('req', '-x509', ...key, ...by, '-subj', `/CN=${name}`, '-keyout', file(`${name}-key`), '-out', file(name))
  }
}

test('a server of accounts lets in a user by the file with its JWT and seed, and by no other', async () => {
  const [operator, account, user] = [nkeys.createOperator(), nkeys.createAccount(), nkeys.createUser()]
  const [id, other] = [account.getPublicKey(), nkeys.createUser()]
  const operatorJwt = jwt(operator, { name: 'o', sub: operator.getPublicKey(), nats: { type: 'operator', version: 2 } })
  const limits = { subs: -1, conn: -1, leaf: -1, imports: -1, exports: -1, data: -1, payload: -1, wildcards: true }
  const accountJwt = (name: string, sub: string) =>
    jwt(operator, { name, sub, nats: { type: 'account', version: 2, limits } })
  const system = nkeys.createAccount().getPublicKey()
  const any = { subs: -1, data: -1, payload: -1, pub: {}, sub: {}, type: 'user', version: 2 }
  const userJwt = jwt(account, { name: 'u', sub: user.getPublicKey(), nats: any })
  const creds = (name: string, seed: Uint8Array) => {
    const block = (what: string, text: string) => `-----BEGIN ${what}-----\n${text}\n------END ${what}------\n\n`
    const text = new TextDecoder().decode(seed)
    writeFileSync(join(dir, name), block('NATS USER JWT', userJwt) + block('USER NKEY SEED', text))
    return join(dir, name)
  }
  const accounts = `${id}: ${accountJwt('a', id)}, ${system}: ${accountJwt('s', system)}`
  const lines = `operator: ${operatorJwt}\nsystem_account: ${system}\nresolver: MEMORY\nresolver_preload: { ${accounts} }\n`
  const strict = await startNats({ dir: join(dir, 'accounts'), furtherConfig: lines })
  try {
    const at = (file: string) => `nats://127.0.0.1:${strict.port}?creds=${file}`
    assert.equal(await outcomeAt(at(creds('user.creds', user.getSeed()))), 'connected')
    assert.match(await outcomeAt(at(creds('other.creds', other.getSeed()))), /Authorization Violation/i)
  } finally {
    await strict.stop()
  }
})

/** As NATS signs its tokens. */
function jwt(issuer: KeyPair, claims: object): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const all = { jti: 'x', iat: Math.floor(Date.now() / 1000), iss: issuer.getPublicKey(), ...claims }
  const signed = `${part({ typ: 'JWT', alg: 'ed25519-nkey' })}.${part(all)}`
  return `${signed}.${Buffer.from(issuer.sign(Buffer.from(signed))).toString('base64url')}`
}
