import { allDefinitions } from '@mtg/contracts'
import * as fc from 'fast-check'
import { hostileInteger, hostilePageToken, hostileText } from './hostile-values.ts'

/** A field as proto-loader describes it. */
interface Field {
  readonly name: string
  readonly number: number
  readonly type: string
  readonly typeName: string
  readonly label: string
}

const packageDefinition = allDefinitions()

const DEPTH_MAX = 4
const WIRE = { varint: 0, fixed64: 1, bytes: 2, fixed32: 5 } as const
/** Values that lead past the first check, so that later ones are met too. */
const PLAUSIBLE = ['mcp', 'llm', 'acme', 'search', 'acme/search', 'lookup', 'wallet', 'ada@example.test', 'ok']

function varint(value: bigint): Buffer {
  const bytes: number[] = []
  let rest = BigInt.asUintN(64, value)
  do {
    const more = rest > 127n
    bytes.push(Number(rest & 127n) | (more ? 128 : 0))
    rest >>= 7n
  } while (rest > 0n)
  return Buffer.from(bytes)
}

const tag = (number: number, wire: number) => varint((BigInt(number) << 3n) | BigInt(wire))
const delimited = (bytes: Buffer) => Buffer.concat([varint(BigInt(bytes.length)), bytes])

/** Any field number with any value of any wire type, and what is no field at all. */
const anyField: fc.Arbitrary<Buffer> = fc.oneof(
  fc
    .tuple(fc.integer({ min: 1, max: 20 }), hostileInteger)
    .map(([n, value]) => Buffer.concat([tag(n, WIRE.varint), varint(value)])),
  fc
    .tuple(fc.integer({ min: 1, max: 20 }), fc.uint8Array({ maxLength: 200 }))
    .map(([n, bytes]) => Buffer.concat([tag(n, WIRE.bytes), delimited(Buffer.from(bytes))])),
  fc
    .tuple(fc.integer({ min: 1, max: 20 }), fc.uint8Array({ minLength: 8, maxLength: 8 }))
    .map(([n, bytes]) => Buffer.concat([tag(n, WIRE.fixed64), bytes])),
  fc
    .tuple(fc.integer({ min: 1, max: 20 }), fc.uint8Array({ minLength: 4, maxLength: 4 }))
    .map(([n, bytes]) => Buffer.concat([tag(n, WIRE.fixed32), bytes])),
  fc.uint8Array({ maxLength: 40 }).map(bytes => Buffer.from(bytes)),
)

/** Names of types stand in a message relative to its package. */
function fullName(typeName: string, within: string): string {
  const relative = `${within.slice(0, within.lastIndexOf('.'))}.${typeName}`
  return relative in packageDefinition ? relative : typeName
}

function fieldsOf(typeName: string): readonly Field[] {
  const found = packageDefinition[typeName]
  if (found === undefined || !('type' in found)) throw new Error(`no message type ${typeName}`)
  return (found.type as { readonly field: readonly Field[] }).field
}

function valueOf(field: Field, within: string, depth: number): fc.Arbitrary<Buffer> {
  const inField = (wire: number) => (bytes: Buffer) => Buffer.concat([tag(field.number, wire), bytes])
  switch (field.type) {
    case 'TYPE_STRING': {
      const plausible = fc.oneof(fc.uuid(), fc.constantFrom(...PLAUSIBLE))
      const text = field.name === 'pageToken' ? hostilePageToken : fc.oneof(plausible, hostileText)
      return text.map(value => inField(WIRE.bytes)(delimited(Buffer.from(value))))
    }
    case 'TYPE_BYTES':
      return fc
        .oneof(fc.uint8Array({ minLength: 32, maxLength: 32 }), fc.uint8Array({ maxLength: 300 }))
        .map(bytes => inField(WIRE.bytes)(delimited(Buffer.from(bytes))))
    case 'TYPE_MESSAGE': {
      const typeName = fullName(field.typeName, within)
      // The entries of a map have a type without a name of its own.
      const value = depth === 0 || !(typeName in packageDefinition) ? anyField : messageOf(typeName, depth - 1)
      return value.map(bytes => inField(WIRE.bytes)(delimited(bytes)))
    }
    default:
      return fc
        .oneof(fc.integer({ min: 0, max: 5 }).map(BigInt), hostileInteger)
        .map(value => inField(WIRE.varint)(varint(value)))
  }
}

/** The bytes of a message of a type: mostly its own fields with likely and hostile values, at times anything. */
export function messageOf(typeName: string, depth: number = DEPTH_MAX): fc.Arbitrary<Buffer> {
  const fields = fieldsOf(typeName)
  if (fields.length === 0) return fc.array(anyField, { maxLength: 2 }).map(parts => Buffer.concat(parts))
  const own = fields.map(field => {
    const isRepeated = field.label === 'LABEL_REPEATED'
    const some = fc
      .array(valueOf(field, typeName, depth), { maxLength: isRepeated ? 4 : 1 })
      .map(parts => Buffer.concat(parts))
    return fc.oneof({ weight: 6, arbitrary: some }, { weight: 1, arbitrary: fc.constant(Buffer.alloc(0)) })
  })
  const shaped = fc.tuple(...own).map(parts => Buffer.concat(parts))
  const broken = fc.array(anyField, { maxLength: 8 }).map(parts => Buffer.concat(parts))
  return fc.oneof(
    { weight: 8, arbitrary: shaped },
    { weight: 1, arbitrary: fc.tuple(shaped, broken).map(parts => Buffer.concat(parts)) },
    { weight: 1, arbitrary: broken },
  )
}
