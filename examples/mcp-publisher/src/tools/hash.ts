import { createHash } from 'node:crypto'
import type { McpServer } from '@modelcontextprotocol/server'
import * as z from 'zod'
import { answer } from './result.ts'

/** Registers `hash_text`. */
export function registerHash(server: McpServer): void {
  server.registerTool(
    'hash_text',
    {
      title: 'Hash a text',
      description: 'Computes the SHA-256, SHA-512, SHA-1 or MD5 digest of a text in UTF-8.',
      inputSchema: z.object({
        text: z.string(),
        algorithm: z.enum(['sha256', 'sha512', 'sha1', 'md5']).default('sha256'),
        encoding: z.enum(['hex', 'base64', 'base64url']).default('hex'),
      }),
      outputSchema: z.object({ digest: z.string() }),
      annotations: { readOnlyHint: true, openWorldHint: false },
    },
    ({ text, algorithm, encoding }) => {
      const digest = createHash(algorithm).update(text).digest(encoding)
      return answer(digest, { digest })
    },
  )
}
