import { createMessageLimits, type MessageLimitName } from '../src/adapters/message-limits.ts'

/** Limits as they are by default. `exceeded` tells which of them were met. */
export function defaultLimits(exceeded: MessageLimitName[] = []) {
  const options = {
    keysMax: 256,
    depthMax: 64,
    idLengthMax: 64,
    nameBytesMax: 256,
    uriBytesMax: 2048,
    chatMessagesMax: 4096,
  }
  return createMessageLimits(options, limit => void exceeded.push(limit))
}

/** What small messages answer at once, and only large ones later. */
export function atOnce<Value>(value: Value | Promise<Value>): Value {
  if (value instanceof Promise) throw new Error('it takes several turns')
  return value
}
