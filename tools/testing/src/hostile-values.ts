import * as fc from 'fast-check'

/** Texts that some part or other cannot keep, read or carry: broken, huge, empty, forged, or merely strange. */
export const hostileText: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(
    '',
    '\0',
    'name\u0000',
    '\uD800',
    'a\uDC00b',
    '\u001B[2J',
    '\u0085',
    '\u202Eevil',
    '{}',
    '{"a"',
    '"\\',
    "'; DROP TABLE wallets; --",
    '../../etc/passwd',
    'NULL',
    'NaN',
    'infinity',
    '__proto__',
    'constructor',
    'acme/search/more',
    '/',
    '%00',
    'ﷺ'.repeat(90),
    '👩‍👩‍👧‍👦'.repeat(30),
  ),
  fc.string({ unit: 'binary', maxLength: 300 }),
  fc.string({ unit: 'grapheme', maxLength: 60 }),
  fc.integer({ min: 200, max: 60_000 }).map(length => 'x'.repeat(length)),
)

/** Page tokens that no page ended with: texts, numbers out of range, and forged positions. */
export const hostilePageToken: fc.Arbitrary<string> = fc.oneof(
  hostileText,
  fc.bigInt({ min: -(2n ** 64n), max: 2n ** 64n }).map(String),
  fc.base64String({ maxLength: 120 }),
  fc
    .tuple(fc.oneof(fc.bigInt({ min: -(2n ** 60n), max: 2n ** 60n }).map(String), hostileText), fc.uuid())
    .map(parts => Buffer.from(parts.join('/')).toString('base64url')),
  fc.tuple(fc.maxSafeInteger(), fc.uuid()).map(parts => parts.join('_')),
)

/** Whole numbers at and around every border. */
export const hostileInteger: fc.Arbitrary<bigint> = fc.oneof(
  fc.constantFrom(
    0n,
    1n,
    -1n,
    2n ** 31n - 1n,
    -(2n ** 31n),
    2n ** 63n - 1n,
    -(2n ** 63n),
    10n ** 12n + 1n,
    10n ** 15n + 1n,
  ),
  fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }),
)
