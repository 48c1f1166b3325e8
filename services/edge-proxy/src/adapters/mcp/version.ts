/** The only protocol version that is spoken. */
export const PROTOCOL_VERSION = '2026-07-28'

const META_PREFIX = 'io.modelcontextprotocol/'

/** Names the Tasks extension among capabilities. */
export const TASKS_EXTENSION = `${META_PREFIX}tasks`

/** `_meta` keys of the published revision. */
export const metaKeys = {
  protocolVersion: `${META_PREFIX}protocolVersion`,
  clientCapabilities: `${META_PREFIX}clientCapabilities`,
  clientInfo: `${META_PREFIX}clientInfo`,
} as const
