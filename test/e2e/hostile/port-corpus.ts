/** Bytes that somebody sends to a port, with a name for the test's output. */
export interface HostileBytes {
  readonly name: string
  readonly bytes: Buffer
}

const TARGETS = [
  '//',
  '///',
  '//[',
  '//%00',
  '/\\',
  '/%',
  '/%zz',
  '/%c0%af',
  '/%00',
  '/?',
  '/?%',
  '/#',
  '/;:@&=+$,',
  '*',
  ':',
  '@',
  'a',
  'http:',
  'http://',
  'http://[',
  'http://[::1',
  'http://a:99999/',
  'http://%/',
  'http://user:pass@host:0/../..',
  'ftp://a/',
  'javascript:alert(1)',
  'file:///etc/passwd',
  '/../../../../etc/passwd',
  '/livez//',
  '/metrics%00',
  '/authorize?%',
  '/authorize?a=%00&a=%00',
  '/oauth/%2e%2e/token',
  '/.well-known/%',
  '/.well-known/oauth-protected-resource/v1-beta/%/%/%',
  '/v1-beta/mcp/%/%',
  '/v1-beta/usage?%&&&=',
  '/v1-beta/checkout/%00',
  '/v1-beta/checkout/__proto__',
  '/v1-beta/webhooks/constructor',
  `/${'a'.repeat(7000)}`,
  `/${'a'.repeat(40_000)}`,
  `/?${'a=1&'.repeat(3000)}`,
]

const METHODS = ['GET', 'HEAD', 'POST', 'OPTIONS', 'CONNECT', 'TRACE', 'PURGE', 'PRI', 'NOSUCH']

const HEADERS: Readonly<Record<string, string>> = {
  'no host': '',
  'two hosts': 'Host: a\r\nHost: b\r\n',
  'a host that is none': 'Host: [\r\n',
  'an upgrade': 'Host: a\r\nConnection: upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Key: eA==\r\n',
  'an upgrade to h2c': 'Host: a\r\nConnection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABk\r\n',
  'an expectation': 'Host: a\r\nExpect: 100-continue\r\nContent-Length: 5\r\n',
  'an unknown expectation': 'Host: a\r\nExpect: the-unexpected\r\n',
  'a NUL': 'Host: a\r\nX-A: \0\r\n',
  'a bare line feed': 'Host: a\nX-A: b\r\n',
  'a folded line': 'Host: a\r\nX-A: b\r\n c\r\n',
  'bytes beyond ASCII': 'Host: a\r\nX-A: \xff\xfe\xc0\r\nCookie: \xff=\xff\r\n',
  'a huge header': `Host: a\r\nX-A: ${'b'.repeat(100_000)}\r\n`,
  'many headers': `Host: a\r\n${'X-A: b\r\n'.repeat(4000)}`,
  'a negative length': 'Host: a\r\nContent-Length: -1\r\n',
  'a length beyond numbers': `Host: a\r\nContent-Length: ${'9'.repeat(30)}\r\n`,
  'a chunk that is none': 'Host: a\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n',
  'a chunk beyond numbers': `Host: a\r\nTransfer-Encoding: chunked\r\n\r\n${'f'.repeat(20)}\r\n`,
  'two framings': 'Host: a\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n',
  'forwarded nonsense':
    'Host: a\r\nX-Forwarded-For: [,,::,%,\r\nX-Forwarded-Host: [\r\nX-Forwarded-Proto: ://\r\nOrigin: [\r\n',
  'a credential of nonsense': 'Host: a\r\nAuthorization: Bearer \xff..\r\n',
  'a content type of nonsense': 'Host: a\r\nContent-Type: ;;=\xff\r\nContent-Length: 2\r\n\r\n{}',
}

const NOT_HTTP: Readonly<Record<string, Buffer>> = {
  nothing: Buffer.alloc(0),
  'line ends alone': Buffer.from('\r\n'.repeat(100)),
  NULs: Buffer.alloc(1000),
  'random bytes': Buffer.from(Array.from({ length: 4000 }, (_, index) => (index * 197 + (index >> 3)) % 256)),
  'a TLS hello': Buffer.from('16030100a5010000a10303' + '00'.repeat(160), 'hex'),
  'half a request line': Buffer.from('GET /livez'),
  'half a head': Buffer.from('GET /livez HTTP/1.1\r\nHost: a\r\n'),
  'half a body': Buffer.from('POST /oauth/token HTTP/1.1\r\nHost: a\r\nContent-Length: 1000\r\n\r\na='),
  'HTTP/0.9': Buffer.from('GET /\r\n'),
  'HTTP/1.0': Buffer.from('GET / HTTP/1.0\r\n\r\n'),
  'HTTP/9.9': Buffer.from('GET / HTTP/9.9\r\nHost: a\r\n\r\n'),
  'an HTTP/2 preface alone': Buffer.from('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'),
  'an HTTP/2 preface and no settings': Buffer.concat([h2Preface(), Buffer.alloc(200, 0xff)]),
  'HTTP/2 frames out of order': Buffer.concat([
    h2Preface(),
    frame(4, 0, 0),
    frame(0, 0, 1, Buffer.from('data before headers')),
    frame(8, 0, 0, Buffer.from([0, 0, 0, 0])),
    frame(9, 4, 7, Buffer.from([0x80])),
  ]),
  'HTTP/2 headers that are none': Buffer.concat([
    h2Preface(),
    frame(4, 0, 0),
    frame(1, 5, 1, Buffer.from([0xff, 0xff, 0xff, 0xff, 0xff, 0x7f])),
  ]),
  'HTTP/2 resets in a row': Buffer.concat([
    h2Preface(),
    frame(4, 0, 0),
    ...Array.from({ length: 200 }, (_, index) => [
      frame(1, 5, index * 2 + 1, Buffer.from([0x82, 0x84, 0x86])),
      frame(3, 0, index * 2 + 1, Buffer.from([0, 0, 0, 8])),
    ]).flat(),
  ]),
  'a gRPC call of nothing we serve': Buffer.concat([
    h2Preface(),
    frame(4, 0, 0),
    frame(1, 4, 1, Buffer.from([0x83, 0x86, 0x04, 0x02, 0x2f, 0x61])),
    frame(0, 1, 1, Buffer.from([0, 0xff, 0xff, 0xff, 0xff, 1, 2, 3])),
  ]),
}

/** Requests, and bytes that are none, which a server must survive whatever it speaks. */
export function hostileBytes(): HostileBytes[] {
  const request = (line: string, headers: string) => Buffer.from(`${line}\r\n${headers}\r\n`, 'latin1')
  return [
    ...TARGETS.map(target => ({
      name: `GET ${target.slice(0, 60)}`,
      bytes: request(`GET ${target} HTTP/1.1`, 'Host: a\r\nConnection: close\r\n'),
    })),
    ...METHODS.flatMap(method =>
      ['/', '//', '*', 'a:443'].map(target => ({
        name: `${method} ${target}`,
        bytes: request(`${method} ${target} HTTP/1.1`, 'Host: a\r\nConnection: close\r\n'),
      })),
    ),
    ...Object.entries(HEADERS).flatMap(([name, headers]) =>
      ['GET / HTTP/1.1', 'POST /oauth/token HTTP/1.1', 'POST /v1-beta/webhooks/stripe HTTP/1.1'].map(line => ({
        name: `${name} (${line})`,
        bytes: request(line, headers),
      })),
    ),
    ...Object.entries(NOT_HTTP).map(([name, bytes]) => ({ name, bytes })),
  ]
}

function h2Preface(): Buffer {
  return Buffer.from('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n')
}

function frame(type: number, flags: number, stream: number, payload: Buffer = Buffer.alloc(0)): Buffer {
  const head = Buffer.alloc(9)
  head.writeUIntBE(payload.length, 0, 3)
  head.writeUInt8(type, 3)
  head.writeUInt8(flags, 4)
  head.writeUInt32BE(stream, 5)
  return Buffer.concat([head, payload])
}
