import type { IncomingMessage, ServerResponse } from 'node:http'
import { type AppError, appError, toAppError } from '@mtg/errors'
import { sendError } from '../../respond/send-error.ts'
import { isAppPath, matchApp } from '../match-app.ts'
import { pathOf } from '../paths.ts'

/** Answers requests that no route takes. A path among the apps' gets the word for what is wrong with it. */
export function answerUnrouted(request: IncomingMessage, response: ServerResponse): void {
  const path = pathOf(request.url ?? '')
  sendError(response, isAppPath(path) ? faultOf(path) : appError('not_found'))
}

function faultOf(path: string): AppError {
  try {
    matchApp(path)
    return appError('not_found')
  } catch (thrown) {
    return toAppError(thrown)
  }
}
