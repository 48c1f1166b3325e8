// Characters that JSON gives a meaning to, as bytes.
export const QUOTE = 0x22
export const COMMA = 0x2c
export const COLON = 0x3a
export const OPEN_ARRAY = 0x5b
export const CLOSE_ARRAY = 0x5d
export const OPEN_OBJECT = 0x7b
export const CLOSE_OBJECT = 0x7d

export const TAB = 0x09
export const LINE_FEED = 0x0a
export const CARRIAGE_RETURN = 0x0d
export const SPACE = 0x20
export const PLUS = 0x2b
export const MINUS = 0x2d
export const DOT = 0x2e
export const ZERO = 0x30
export const NINE = 0x39
export const BACKSLASH = 0x5c
export const ASCII_MAX = 0x7f
/** With this bit set, a letter of either case is a small one. */
export const LOWER_BIT = 0x20
export const LOWER_A = 0x61
export const LOWER_E = 0x65
export const LOWER_F = 0x66
export const LOWER_N = 0x6e
export const LOWER_T = 0x74
export const LOWER_U = 0x75
