const SENTINEL = /^=\?base64\?([A-Za-z0-9+/]*={0,2})\?=$/
/** What may travel in a header as it is. */
const PLAIN = /^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/

/** A header value with its base64 sentinel resolved; undefined when it is malformed. */
function decodeHeaderValue(value: string): string | undefined {
  if (!value.startsWith('=?base64?')) return value
  const encoded = SENTINEL.exec(value)?.[1]
  if (encoded === undefined) return undefined
  const bytes = Buffer.from(encoded, 'base64')
  if (bytes.toString('base64') !== encoded) return undefined
  const text = bytes.toString('utf8')
  return Buffer.from(text, 'utf8').equals(bytes) ? text : undefined
}

/** A text as a header value, in a base64 sentinel where it could not travel as it is. */
export function encodeHeaderValue(text: string): string {
  if (PLAIN.test(text) && !text.startsWith('=?')) return text
  return `=?base64?${Buffer.from(text, 'utf8').toString('base64')}?=`
}

/** Whether a header names this text: as it is, in a sentinel, or as raw UTF-8 (which Node reads as latin1). */
export function headerNames(value: string, text: string): boolean {
  const decoded = decodeHeaderValue(value)
  return decoded !== undefined && (decoded === text || Buffer.from(decoded, 'latin1').toString('utf8') === text)
}
