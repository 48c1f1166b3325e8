import type { ScanRules } from './json/cursor.ts'

/** What a buyer's message may be too large in: values of the label `limit` of the edge's count of refusals. */
export type MessageLimitName = 'message_keys' | 'message_depth' | 'message_id' | 'message_name' | 'chat_messages'

/** How much of everything a buyer's message may have. */
export interface MessageLimits {
  readonly scanRules: ScanRules
  /** Characters of a string, digits of an integer. */
  readonly idLengthMax: number
  /** Of methods, tools, prompts and models. */
  readonly nameBytesMax: number
  /** Of resources. */
  readonly uriBytesMax: number
  /** Counts a message that went over. */
  readonly exceeded: (limit: MessageLimitName) => void
}

/** The settings behind them. */
export interface MessageLimitOptions {
  readonly keysMax: number
  readonly depthMax: number
  readonly idLengthMax: number
  readonly nameBytesMax: number
  readonly uriBytesMax: number
  readonly chatMessagesMax: number
}

/** A chat message has two keys, and rarely more than four. */
const KEYS_PER_MESSAGE = 8

/** The limits that these settings mean for the scanner of JSON and for the adapters. */
export function createMessageLimits(
  { keysMax, depthMax, chatMessagesMax, ...lengths }: MessageLimitOptions,
  exceeded: (limit: MessageLimitName) => void,
): MessageLimits {
  const allKeysMax = keysMax + chatMessagesMax * KEYS_PER_MESSAGE
  const scanRules = { depthMax, keysMax, allKeysMax, elementsMax: chatMessagesMax, loneSurrogates: false }
  return { ...lengths, scanRules, exceeded }
}
