import { fieldOf, hasFields } from '@mtg/primitives'
import { ProbeFault } from './probe-fault.ts'

/** A tool that a server says it has. */
export interface ProbedTool {
  readonly name: string
  readonly title: string
  readonly description: string
  /** JSON. */
  readonly inputSchema: string
  /** JSON; empty: it says nothing of its results. */
  readonly outputSchema: string
}

/** What a server says of itself. */
export interface ServerWords {
  readonly title: string
  readonly description: string
}

const TITLE_LENGTH_MAX = 200
const DESCRIPTION_LENGTH_MAX = 2000
const DESCRIPTION_BYTES_MAX = 2000
const SCHEMA_BYTES_MAX = 32 * 1024
const NAME_BYTES_MAX = 256
const SERVER_INFO = 'io.modelcontextprotocol/serverInfo'

/** What the result of `server/discover` says; nothing when there is none. */
export function readServerWords(discovered: unknown, protocolVersion: string): ServerWords {
  const versions = fieldOf(discovered, 'supportedVersions')
  if (Array.isArray(versions) && !versions.includes(protocolVersion)) {
    throw new ProbeFault(`speaks MCP, but not its version ${protocolVersion}`)
  }
  const info = fieldOf(fieldOf(discovered, '_meta'), SERVER_INFO) ?? fieldOf(discovered, 'serverInfo')
  return {
    title: lineOf(fieldOf(info, 'title') ?? fieldOf(info, 'name')),
    description: proseOf(fieldOf(discovered, 'instructions')).slice(0, DESCRIPTION_LENGTH_MAX),
  }
}

/** The tools of one page of `tools/list`, and where the next page begins. */
export function readToolPage(result: unknown): {
  readonly tools: ProbedTool[]
  readonly nextCursor: string | undefined
} {
  const tools = fieldOf(result, 'tools')
  if (!Array.isArray(tools)) throw new ProbeFault('answered tools/list without a list of tools')
  const cursor = fieldOf(result, 'nextCursor')
  return { tools: tools.map(readTool), nextCursor: typeof cursor === 'string' && cursor !== '' ? cursor : undefined }
}

function readTool(tool: unknown): ProbedTool {
  const name = fieldOf(tool, 'name')
  if (
    typeof name !== 'string' ||
    name === '' ||
    Buffer.byteLength(name) > NAME_BYTES_MAX ||
    lineOf(name) !== name.slice(0, TITLE_LENGTH_MAX)
  ) {
    throw new ProbeFault('has a tool without a name that can be used')
  }
  const output = fieldOf(tool, 'outputSchema')
  return {
    name,
    title: lineOf(fieldOf(tool, 'title')),
    description: cutToBytes(proseOf(fieldOf(tool, 'description')), DESCRIPTION_BYTES_MAX),
    inputSchema: schemaOf(name, fieldOf(tool, 'inputSchema')),
    outputSchema: output === undefined || output === null ? '' : schemaOf(name, output),
  }
}

function schemaOf(tool: string, schema: unknown): string {
  if (!hasFields(schema) || Array.isArray(schema)) {
    throw new ProbeFault(`has a tool "${tool}" without a schema of its arguments`)
  }
  const text = JSON.stringify(schema)
  if (Buffer.byteLength(text) > SCHEMA_BYTES_MAX) {
    throw new ProbeFault(`has a tool "${tool}" with a schema of more than ${SCHEMA_BYTES_MAX} bytes`)
  }
  if (text.includes('\\u0000')) throw new ProbeFault(`has a tool "${tool}" with a NUL character in a schema`)
  return text
}

const UNFIT = /[\p{Cc}\p{Cs}]/gu
const UNFIT_IN_PROSE = /[^\P{Cc}\n\r\t]|\p{Cs}/gu

/** One line for people; what is no text is nothing. */
function lineOf(text: unknown): string {
  return typeof text === 'string' ? text.slice(0, TITLE_LENGTH_MAX).replace(UNFIT, '\uFFFD') : ''
}

function proseOf(text: unknown): string {
  return typeof text === 'string' ? text.slice(0, DESCRIPTION_LENGTH_MAX).replace(UNFIT_IN_PROSE, '\uFFFD') : ''
}

/** The beginning of a text that has so many bytes, up to a whole character. */
function cutToBytes(text: string, bytesMax: number): string {
  const bytes = Buffer.from(text)
  return bytes.length <= bytesMax
    ? text
    : bytes
        .subarray(0, bytesMax)
        .toString()
        .replace(/\uFFFD+$/, '')
}
