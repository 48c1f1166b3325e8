import { html, type Page } from '@mtg/pages'
import { consolePage } from './console-page.ts'

/** A page that says one thing. */
export function messagePage(title: string, text: string): Page {
  return consolePage(title, html`<p>${text}</p>`)
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
