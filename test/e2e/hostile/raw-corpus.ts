// Requests that two HTTP parsers could read differently, or that only an attacker sends. None may reach a publisher.

/** A case of the corpus: bytes to send, and what the gateway must answer. */
export interface CorpusCase {
  name: string
  bytes: string | Buffer
  status: readonly number[]
  /** Codes of the error envelope; left out: the answer may come from below the gateway's envelope. */
  codes?: readonly string[]
}

/** What the corpus needs to know of the system it is fired at. */
export interface CorpusTarget {
  /** Path of an app on the proxy route. */
  path: string
  host: string
  credential: string
}

/** A paid call as the specification has it. */
export const paidCall = '{"jsonrpc":"2.0","id":"1","method":"tools/call","params":{"name":"echo","arguments":{}}}'

const length = `Content-Length: ${paidCall.length}`
const BAD_REQUEST = { status: [400], codes: ['bad_request'] } as const
const INVALID_PATH = { status: [400], codes: ['invalid_path'] } as const

/** The lines of a good paid call, for a case to bend. */
function goodHeaders({ host, credential }: CorpusTarget): string[] {
  return [
    `Host: ${host}`,
    `Authorization: Bearer ${credential}`,
    'Content-Type: application/json',
    'MCP-Protocol-Version: 2026-07-28',
    'Mcp-Method: tools/call',
    'Mcp-Name: echo',
  ]
}

/** A whole good request. */
export function goodRequest(target: CorpusTarget, body = paidCall, more: string[] = []): string {
  const lines = [...goodHeaders(target), `Content-Length: ${Buffer.byteLength(body)}`, ...more]
  return `POST ${target.path} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n${body}`
}

/** Framing that hides a second request inside the first one's body, or leaves its end open to argument: the connection is not to be used any more. */
export function smugglingCases(target: CorpusTarget): CorpusCase[] {
  const chunked = `${paidCall.length.toString(16)}\r\n${paidCall}\r\n0\r\n\r\n`
  const start = `POST ${target.path} HTTP/1.1`
  const head = (more: string[]) => `${[start, ...goodHeaders(target), ...more].join('\r\n')}\r\n\r\n`
  const framed = (name: string, framing: string[], body = paidCall) => ({
    name,
    bytes: head(framing) + body,
    ...BAD_REQUEST,
  })
  const hidden = goodRequest(target)
  return [
    framed('Content-Length beside Transfer-Encoding', [length, 'Transfer-Encoding: chunked'], chunked),
    framed('Transfer-Encoding before Content-Length', ['Transfer-Encoding: chunked', length], chunked),
    framed(
      'a request hidden behind an early last chunk',
      ['Content-Length: 6', 'Transfer-Encoding: chunked'],
      `0\r\n\r\n${hidden}`,
    ),
    framed('two different Content-Lengths', [length, 'Content-Length: 1']),
    framed('the same Content-Length twice', [length, length]),
    framed('a list of Content-Lengths', [`${length}, ${paidCall.length}`]),
    framed('a signed Content-Length', [`Content-Length: +${paidCall.length}`]),
    framed('a negative Content-Length', ['Content-Length: -1']),
    framed('a Content-Length in hexadecimal', ['Content-Length: 0x10']),
    framed('an overflowing Content-Length', ['Content-Length: 18446744073709551617']),
    framed('a space before the colon', [`Content-Length : ${paidCall.length}`]),
    framed('a folded header', ['X-Fold: one', ' two', length]),
    framed('an unknown transfer coding', ['Transfer-Encoding: xchunked'], chunked),
    framed('chunked that is not the last coding', ['Transfer-Encoding: chunked, identity'], chunked),
    framed('a control character in the transfer coding', ['Transfer-Encoding: \u000bchunked'], chunked),
    framed(
      'a chunk size that overflows',
      ['Transfer-Encoding: chunked'],
      `ffffffffffffffff1\r\n${paidCall}\r\n0\r\n\r\n`,
    ),
    framed('a negative chunk size', ['Transfer-Encoding: chunked'], `-1\r\n${paidCall}\r\n0\r\n\r\n`),
    framed('a chunk longer than its size', ['Transfer-Encoding: chunked'], `1\r\n${paidCall}\r\n0\r\n\r\n`),
    framed('a line feed in a chunk extension', ['Transfer-Encoding: chunked'], `1;a\nb\r\n{\r\n0\r\n\r\n`),
    framed('a null byte in a header', ['X-Null: a\u0000b', length]),
    framed('a header name with a space', ['X Name: a', length]),
    framed('an empty header name', [': a', length]),
    { name: 'bare line feeds', bytes: goodRequest(target).replaceAll('\r\n', '\n'), ...BAD_REQUEST },
    { name: 'bare carriage returns', bytes: goodRequest(target).replaceAll('\r\n', '\r'), ...BAD_REQUEST },
    { name: 'an unknown HTTP version', bytes: goodRequest(target).replace('HTTP/1.1', 'HTTP/9.9'), ...BAD_REQUEST },
    { name: 'an unknown method', bytes: goodRequest(target).replace('POST', 'GPOST'), ...BAD_REQUEST },
    { name: 'the preface of HTTP/2', bytes: 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', ...BAD_REQUEST },
    { name: 'the start of TLS', bytes: Buffer.from('160301020001000001fc0303', 'hex'), ...BAD_REQUEST },
  ]
}

/** Headers that say two things, or nothing where something is needed. */
export function twinCases(target: CorpusTarget): CorpusCase[] {
  const twin = (header: string, expected: Omit<CorpusCase, 'name' | 'bytes'>) => ({
    name: `a second ${header}`,
    bytes: goodRequest(target, paidCall, [header]),
    ...expected,
  })
  const mismatch = { status: [400], codes: ['HeaderMismatch', 'bad_request'] }
  const host = `Host: ${target.host}\r\n`
  return [
    twin('Host: other.test', BAD_REQUEST),
    { name: 'no Host', bytes: goodRequest(target).replace(host, ''), ...BAD_REQUEST },
    twin('Authorization: Bearer vnb-sk-another', BAD_REQUEST),
    twin(`Authorization: Bearer ${target.credential}`, BAD_REQUEST),
    twin('Mcp-Method: tools/list', mismatch),
    twin('Mcp-Name: another', mismatch),
    twin('MCP-Protocol-Version: 2025-11-25', { status: [400], codes: ['UnsupportedProtocolVersion', 'bad_request'] }),
    twin('Content-Encoding: gzip', { status: [400], codes: ['bad_request', 'invalid_request'] }),
    twin('Origin: http://evil.test', { status: [403], codes: ['origin_not_allowed'] }),
    twin('Origin: null', { status: [403], codes: ['origin_not_allowed'] }),
  ]
}

/** Paths that one server takes for the app's and another does not. */
export function targetCases(target: CorpusTarget): CorpusCase[] {
  const aimed = (requestTarget: string, expected: Omit<CorpusCase, 'name' | 'bytes'> = INVALID_PATH) => ({
    name: `the target ${requestTarget}`,
    bytes: goodRequest({ ...target, path: requestTarget }),
    ...expected,
  })
  const [, version = '', adapter = '', publisher = '', app = ''] = target.path.split('/')
  const unreadable = { status: [400, 404], codes: ['bad_request', 'invalid_path', 'not_found'] }
  return [
    aimed(`http://${target.host}${target.path}`, unreadable),
    aimed(`http://other.test${target.path}`, unreadable),
    aimed(`/${target.path}`, unreadable),
    aimed(`/x/..${target.path}`, unreadable),
    aimed('*', unreadable),
    aimed(target.host, unreadable),
    aimed(`/${version}/${adapter}//${publisher}/${app}`),
    aimed(`/${version}/${adapter}/${publisher}/./${app}`),
    aimed(`/${version}/${adapter}/${publisher}/../${publisher}/${app}`),
    aimed(`/${version}/${adapter}/${publisher}/%2e%2e/${publisher}/${app}`),
    aimed(`/${version}/${adapter}/${publisher}%2f${app}`),
    aimed(`/${version}/${adapter}/${publisher}/%65cho`),
    aimed(`/${version}/${adapter}/${publisher}/${app};v=1`),
    aimed(`/${version}/${adapter}/${publisher}\\${app}`),
    aimed(`/${version}/${adapter}/${publisher}/${app}/`),
    aimed(`/${version}/${adapter}/${publisher}/${app}%00`),
    aimed(`/${version}/${adapter}/${publisher}/${app}/more`),
    aimed(`/${version}/${adapter}/${publisher}`),
    aimed(`/${version}/${adapter}`),
    aimed(`/${version}`, { status: [400, 404], codes: ['invalid_path', 'not_found'] }),
  ]
}

/** More than any honest caller sends. */
export function floodCases(target: CorpusTarget): CorpusCase[] {
  const tooMuch = { status: [400, 413, 414, 431] }
  const manyHeaders = Array.from({ length: 2100 }, (_, index) => `a${index % 10}:`)
  const lines = [
    `POST ${target.path} HTTP/1.1`,
    `Host: ${target.host}`,
    ...manyHeaders,
    ...goodHeaders(target).slice(1),
    length,
  ]
  return [
    { name: 'a header of 64 KB', bytes: goodRequest(target, paidCall, [`X-Long: ${'a'.repeat(65_536)}`]), ...tooMuch },
    { name: 'a path of 64 KB', bytes: goodRequest({ ...target, path: `/${'a'.repeat(65_536)}` }), ...tooMuch },
    {
      name: 'a credential of 12 KB',
      bytes: goodRequest({ ...target, credential: 'a'.repeat(12_288) }),
      status: [401, 431],
    },
    { name: 'more headers than are read', bytes: `${lines.join('\r\n')}\r\n\r\n${paidCall}`, ...tooMuch },
  ]
}
