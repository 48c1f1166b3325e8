import * as fc from 'fast-check'
import { type Draft, drafts, headersOf, text } from './drafts.ts'

/** What the gateway owes a body. */
type Verdict =
  /** Well formed: served, and charged when it calls a tool. */
  | 'serve'
  /** Two parsers could read it differently, or it is not JSON-RPC: 400 `invalid_request`. */
  | 'refuse'
  /** A header says otherwise: 400 `HeaderMismatch`. */
  | 'mismatch'
  /** Random damage: either of the above, but never a free call. */
  | 'either'

/** A request to fire at an app on the `mcp` route. */
export interface HostileRequest {
  what: string
  body: Buffer
  headers: Record<string, string>
  verdict: Verdict
}

type Bend = (draft: Draft, dice: number) => Omit<HostileRequest, 'headers'> & { headers?: Record<string, string> }

function refused(what: string, body: string | Buffer): ReturnType<Bend> {
  return { what, body: Buffer.from(body), verdict: 'refuse' }
}

function pick<Item>(items: readonly Item[], dice: number): Item {
  const item = items[dice % items.length]
  if (item === undefined) throw new Error('there is nothing to pick from')
  return item
}

function escaped(word: string): string {
  return word
    .split('')
    .map(letter => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .join('')
}

/** A second member at the top or in `params` that some parsers would prefer to the first. */
function twin(draft: Draft, dice: number): ReturnType<Bend> {
  const other = draft.method === 'tools/call' ? 'tools/list' : 'tools/call'
  const key = pick(['method', 'Method', 'METHOD', 'metHod', escaped('method')], dice)
  const member = `"${key}":"${other}"`
  const body = text(draft)
  return refused(
    `a twin of "method": ${key}`,
    dice % 2 ? body.replace('{', `{${member},`) : `${body.slice(0, -1)},${member}}`,
  )
}

function nameTwin(draft: Draft, dice: number): ReturnType<Bend> {
  const key = pick(['name', 'Name', 'NAME', escaped('name')], dice)
  const params = `{"name":"echo","${key}":"another",${draft.params.slice(1)}`
  return refused(`a twin of "name": ${key}`, text({ ...draft, params }))
}

function foldedTwin(draft: Draft, dice: number): ReturnType<Bend> {
  const [key, fold] = pick<readonly [string, string]>(
    [
      ['params', 'param\u017f'],
      ['params', 'PARAM\u017f'],
      ['jsonrpc', 'j\u017fonrpc'],
    ],
    dice,
  )
  return refused(`${key} beside ${fold}, which case folding makes equal`, `${text(draft).slice(0, -1)},"${fold}":{}}`)
}

function otherKey(draft: Draft, dice: number): ReturnType<Bend> {
  const key = pick(['__proto__', 'constructor', 'result', 'error', 'batch', ''], dice)
  return refused(`an unknown member ${JSON.stringify(key)}`, `${text(draft).slice(0, -1)},"${key}":{}}`)
}

function miscased(draft: Draft, dice: number): ReturnType<Bend> {
  const [key, other] = pick<readonly [string, string]>(
    [
      ['method', 'Method'],
      ['params', 'Params'],
      ['id', 'ID'],
      ['jsonrpc', 'JsonRpc'],
    ],
    dice,
  )
  return refused(`${other} in place of ${key}`, text(draft).replace(`"${key}"`, `"${other}"`))
}

function batch(draft: Draft, dice: number): ReturnType<Bend> {
  return refused('a batch', `[${Array.from({ length: dice % 3 }, () => text(draft)).join(',')}]`)
}

function secondValue(draft: Draft, dice: number): ReturnType<Bend> {
  const more = pick([text(draft), '\n[]', 'x', '\u0000', ',', '}'], dice)
  return refused('something after the end', text(draft) + more)
}

function markedOrMisencoded(draft: Draft, dice: number): ReturnType<Bend> {
  const body = text(draft)
  const half = Math.floor(body.length / 2)
  switch (dice % 4) {
    case 0:
      return refused('a byte order mark', `\ufeff${body}`)
    case 1:
      return refused('UTF-16', Buffer.from(body, 'utf16le'))
    case 2:
      return refused(
        'an invalid byte',
        Buffer.concat([Buffer.from(body.slice(0, half)), Buffer.of(0xff), Buffer.from(body.slice(half))]),
      )
    default:
      return refused(
        'an overlong slash',
        Buffer.concat([Buffer.from(`{"a":"`), Buffer.of(0xc0, 0xaf), Buffer.from(`",${body.slice(1)}`)]),
      )
  }
}

function loneSurrogate(draft: Draft, dice: number): ReturnType<Bend> {
  const half = pick(['\\ud800', '\\udfff', '\\ud83dx', '\\udc00\\ud800'], dice)
  return refused('a lone surrogate', text({ ...draft, params: draft.params.replace('{', `{"half":"${half}",`) }))
}

function tooDeep(draft: Draft, dice: number): ReturnType<Bend> {
  const depth = pick([65, 66, 1000, 100_000], dice)
  const [open, close] = dice % 2 ? ['[', ']'] : ['{"a":', '}']
  const nested = `${open.repeat(depth)}1${close.repeat(depth)}`
  return refused(
    `${depth} levels of nesting`,
    text({ ...draft, params: draft.params.replace('{', `{"deep":${nested},`) }),
  )
}

function wrongType(draft: Draft, dice: number): ReturnType<Bend> {
  const body = text(draft)
  const [what, bent] = pick<readonly [string, string]>(
    [
      ['an id of null', text({ ...draft, id: 'null' })],
      ['an id with a fraction', text({ ...draft, id: '1.5' })],
      ['an id with an exponent', text({ ...draft, id: '1e3' })],
      ['an id of true', text({ ...draft, id: 'true' })],
      ['an id that is an object', text({ ...draft, id: '{}' })],
      ['no id', body.replace(/"id":.*?,"method"/s, '"method"')],
      ['params that are a list', text({ ...draft, params: '["echo"]' })],
      ['params that are a string', text({ ...draft, params: '"echo"' })],
      ['params of null', text({ ...draft, params: 'null' })],
      ['_meta that is a list', text({ ...draft, params: '{"name":"echo","_meta":[]}' })],
      ['another version of JSON-RPC', body.replace('"2.0"', '"1.0"')],
      ['a version that is a number', body.replace('"2.0"', '2.0')],
      ['a method that is a number', body.replace(JSON.stringify(draft.method), '1')],
      ['a method that is a list', body.replace(JSON.stringify(draft.method), '["tools/call"]')],
      ['an empty method', body.replace(JSON.stringify(draft.method), '""')],
      ['no body', ''],
      ['a bare string', JSON.stringify(body)],
      ['a bare null', 'null'],
    ],
    dice,
  )
  return refused(what, bent)
}

function notQuiteJson(draft: Draft, dice: number): ReturnType<Bend> {
  const body = text(draft)
  const [what, bent] = pick<readonly [string, string]>(
    [
      ['a comment', body.replace('{', '{/* free */')],
      ['a trailing comma', `${body.slice(0, -1)},}`],
      ['single quotes', body.replaceAll('"', "'")],
      ['NaN', text({ ...draft, params: draft.params.replace('{', '{"n":NaN,') })],
      ['a leading zero', text({ ...draft, id: '01' })],
      ['a raw line feed in a string', text({ ...draft, id: '"a\nb"' })],
      ['an unknown escape', text({ ...draft, id: '"\\x41"' })],
      ['a no-break space', body.replace(':', ':\u00a0')],
      ['a vertical tab', `\u000b${body}`],
      ['an unquoted key', body.replace('"jsonrpc"', 'jsonrpc')],
      ['its first half', body.slice(0, Math.floor(body.length / 2))],
    ],
    dice,
  )
  return refused(what, bent)
}

/** The header speaks of a free method or of another tool; the body decides. */
function lyingHeader(draft: Draft, dice: number): ReturnType<Bend> {
  const headers = headersOf(draft)
  const other = draft.method === 'tools/call' ? 'tools/list' : 'tools/call'
  const lies: Record<string, string>[] = [{ 'mcp-method': other }, { 'mcp-method': draft.method.toUpperCase() }]
  if (draft.method === 'tools/call') {
    lies.push({ 'mcp-name': 'another' }, { 'mcp-name': 'ECHO' }, { 'mcp-name': '=?base64?YW5vdGhlcg==?=' })
  }
  const lie = lies[dice % lies.length] ?? {}
  return {
    what: `a header that lies: ${JSON.stringify(lie)}`,
    body: Buffer.from(text(draft)),
    headers: { ...headers, ...lie },
    verdict: 'mismatch',
  }
}

/** Odd but plain: every parser reads the same, so it is served. */
function dressedUp(draft: Draft, dice: number): ReturnType<Bend> {
  const body = text(draft)
  const [what, bent] = pick<readonly [string, string]>(
    [
      [
        'escaped keys',
        body.replace('"method"', `"${escaped('method')}"`).replace('"params"', `"${escaped('params')}"`),
      ],
      ['an escaped method', body.replace(JSON.stringify(draft.method), `"${escaped(draft.method)}"`)],
      [
        'an escaped slash',
        body.replace(JSON.stringify(draft.method), JSON.stringify(draft.method).replaceAll('/', '\\/')),
      ],
      ['spaces all over', ` \r\n\t${body.replace('{', '{ \n').replace(',', ' ,\t')}\n`],
      ['nothing odd', body],
    ],
    dice,
  )
  return { what, body: Buffer.from(bent), verdict: 'serve' }
}

function damaged(draft: Draft, dice: number): ReturnType<Bend> {
  const body = Buffer.from(text(draft))
  const at = dice % body.length
  body[at] = (dice >> 8) % 256
  return { what: `byte ${at} changed`, body, verdict: 'either' }
}

const bends: Bend[] = [
  twin,
  nameTwin,
  foldedTwin,
  otherKey,
  miscased,
  batch,
  secondValue,
  markedOrMisencoded,
  loneSurrogate,
  tooDeep,
  wrongType,
  notQuiteJson,
  lyingHeader,
  dressedUp,
  dressedUp,
  damaged,
  damaged,
]

/** Requests that try to be read in two ways, with what the gateway owes each; some are honest. */
export const hostileRequests: fc.Arbitrary<HostileRequest> = fc
  .record({ draft: drafts, bend: fc.constantFrom(...bends), dice: fc.nat({ max: 2 ** 24 }) })
  .map(({ draft, bend, dice }) => ({ headers: headersOf(draft), ...bend(draft, dice) }))
