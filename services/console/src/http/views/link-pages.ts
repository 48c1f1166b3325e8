import { html, type Page } from '@mtg/pages'
import { consolePage } from './console-page.ts'

/** A page that says one thing, and leads on where there is a web app to lead to. */
export function messagePage(title: string, text: string, appAddress: string | undefined): Page {
  const link = appAddress !== undefined && html`<p><a class="button" href="${appAddress}">Open the console</a></p>`
  return consolePage(title, html`<p>${text}</p>${link}`)
}

/** Asks for a new password. */
export function passwordPage(token: string): Page {
  return consolePage(
    'Choose a new password',
    html`<form method="post" action="/api/v1/accounts/password">
<input type="hidden" name="token" value="${token}">
<label for="password">New password (at least 8 characters)</label>
<input id="password" name="newPassword" type="password" minlength="8" maxlength="1024" autocomplete="new-password" required>
<button>Change the password</button>
</form>`,
  )
}
