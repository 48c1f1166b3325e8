import { type Html, html, type Page } from '@mtg/pages'
import { isPrivateChannel, type RedirectUri } from '../../domain/redirect-uri.ts'
import { LLM_SCOPE } from '../../domain/scope.ts'
import { brandedPage } from './branded-page.ts'

/** What the page shows. */
export interface LoginView {
  readonly redirectUri: RedirectUri
  /** The API key, of which only kind and end are shown. */
  readonly apiKey: string
  readonly scope: string
  readonly requestToken: string
  /** What was typed before. */
  readonly email?: string
  /** Why the last attempt failed. */
  readonly failure?: string | undefined
}

/** Login and consent in one: who allows it shows the password. */
export function loginPage(view: LoginView): Page {
  const { host } = view.redirectUri.url
  const content = html`<h1>Allow access to your account?</h1>
<p>The application at <span class="host">${host}</span> wants to use your account with the API key <code>${masked(view.apiKey)}</code>. It would be able to:</p>
<ul>${permissionsOf(view.scope)}</ul>
${isPrivateChannel(view.redirectUri) ? undefined : unencrypted}
${view.failure !== undefined && html`<p class="alert" role="alert" id="failure">${view.failure}</p>`}
${form(view)}
<p class="note foot">Allow this only if you started it yourself. You will be sent on to <span class="host">${host}</span>.</p>`
  return brandedPage('Allow access', content)
}

function form(view: LoginView): Html {
  const failed = view.failure !== undefined
  const state = failed ? html`aria-invalid="true" aria-describedby="failure"` : undefined
  const focus = html`autofocus`
  const knowsEmail = view.email !== undefined && view.email !== ''
  return html`<form method="post" action="/authorize">
<input type="hidden" name="request_token" value="${view.requestToken}">
<label for="email">E-mail address</label>
<input id="email" name="email" type="email" autocomplete="username" autocapitalize="none" spellcheck="false" required maxlength="254" value="${view.email ?? ''}" ${state} ${!knowsEmail && focus}>
<label for="password">Password</label>
<input id="password" name="password" type="password" autocomplete="current-password" required maxlength="1024" ${state} ${knowsEmail && focus}>
<div class="buttons">
<button class="allow" name="decision" value="allow">Log in and allow</button>
<button class="deny" name="decision" value="deny" formnovalidate>Deny</button>
</div>
</form>`
}

const unencrypted = html`<p class="warning">The connection to this address is not encrypted: others may be able to read what is sent to it.</p>`

function permissionsOf(scope: string): Html[] {
  const tokens = scope.split(' ')
  const tools = tokens.some(token => token !== LLM_SCOPE)
  const llm = tokens.includes(LLM_SCOPE)
  const charge = 'Paid calls are charged to your wallet.'
  return [
    ...(tools ? [html`<li>Call the tools of apps you have purchased <span>${charge}</span></li>`] : []),
    ...(llm ? [html`<li>Request chat completions from apps you have purchased <span>${charge}</span></li>`] : []),
  ]
}

function masked(apiKey: string): string {
  return `${apiKey.slice(0, 'vnb-sk-'.length)}…${apiKey.slice(-4)}`
}
