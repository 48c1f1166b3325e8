import { html, type Page } from '@mtg/pages'
import type { OauthError } from '../../domain/oauth-error.ts'
import { brandedPage } from './branded-page.ts'

/** For a person who cannot go on: what is wrong, and that it is the application's to mend. */
export function errorPage(error: OauthError): Page {
  const isOurs = error.status >= 500 || error.status === 429
  return brandedPage(
    'Access was not allowed',
    html`<h1>${isOurs ? 'This does not work at the moment' : 'This request cannot be granted'}</h1>
<p class="alert" role="alert">${error.message}</p>
<p>${isOurs ? 'Nothing was allowed. Go back to the application and try again later.' : 'Nothing was allowed. Go back to the application that sent you here and start again; if this comes up again, tell those who run it.'}</p>
<p class="note">Error code: <code>${error.code}</code></p>`,
  )
}
