import { type McpAnswer, readAnswer } from './answer.ts'
import { type OwnQuestion, ownQuestion, readStreamed } from './own-question.ts'

const METHOD = 'server/discover'

/** Asks a server what it is. */
export const discoverRequest: OwnQuestion = ownQuestion(METHOD, METHOD, {})

/** The result that a complete answer brings; undefined when it is an error. Throws `publisher_error` for what is neither. */
export async function resultInBody(body: Buffer): Promise<unknown> {
  return await readAnswer(body, parsedResultOf)
}

/** The same of an answer that comes as a stream. */
export async function resultInStream(chunks: AsyncIterable<Buffer>): Promise<unknown> {
  return await readStreamed(chunks, parsedResultOf)
}

/** The scanner has bounded its depth and found no twins in it by now. */
function parsedResultOf({ bytes, root }: McpAnswer): unknown {
  const result = root.members.get('result')
  return result?.kind === 'object' ? JSON.parse(bytes.toString('utf8', result.start, result.end)) : undefined
}
