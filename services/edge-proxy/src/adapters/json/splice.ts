/** The bytes with those from `from` up to `to` replaced by a text. */
export function splice(bytes: Buffer, from: number, to: number, text: string): Buffer {
  const length = Buffer.byteLength(text)
  const spliced = Buffer.allocUnsafe(from + length + bytes.length - to)
  bytes.copy(spliced, 0, 0, from)
  spliced.write(text, from)
  bytes.copy(spliced, from + length, to)
  return spliced
}
