import { oauthError } from '../../domain/oauth-error.ts'
import type { Parameters } from '../../domain/parameters.ts'

const REQUEST_PARAMETERS = [
  'client_id',
  'redirect_uri',
  'response_type',
  'scope',
  'state',
  'code_challenge',
  'code_challenge_method',
]

/** The parameters of an authorization request, without whatever else was sent. */
export function pickRequest(parameters: Parameters): Parameters {
  return new Map([...parameters].filter(([name]) => REQUEST_PARAMETERS.includes(name)))
}

/**
 * The request that a form answers: the one its token was made for; or, without a token, the six fields of the spec that
 * a program sends. `open` gives what a token holds, or nothing when it is not good in this browser.
 */
export function requestOf(form: Parameters, open: (token: string) => Parameters | undefined): Parameters {
  const token = form.get('request_token')
  if (token === undefined) {
    if (form.has('decision')) throw expired()
    return new Map([['response_type', 'code'], ...pickRequest(form)])
  }
  const sealed = open(token)
  if (sealed === undefined) throw expired()
  for (const [name, value] of pickRequest(form)) if (sealed.get(name) !== value) throw expired()
  return sealed
}

function expired(): Error {
  return oauthError('invalid_request', {
    description: 'This page is too old, was changed, or cookies are switched off.',
    detail: { reason: 'request token' },
  })
}
