import { html } from './html.ts'
import { page } from './page.ts'

/** A page that says one thing. */
export function messagePage(title: string, text: string): string {
  return page(title, html`<p>${text}</p>`)
}

/** Asks for a new password. */
export function passwordPage(token: string): string {
  return page(
    'Choose a new password',
    html`<form method="post" action="/api/v1/accounts/password">
<input type="hidden" name="token" value="${token}">
<label for="password">New password (at least 8 characters)</label>
<input id="password" name="newPassword" type="password" minlength="8" maxlength="1024" autocomplete="new-password" required>
<button>Change the password</button>
</form>`,
  )
}
