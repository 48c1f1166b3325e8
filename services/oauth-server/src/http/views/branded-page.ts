import { type Html, html, type Page, page } from '@mtg/pages'
import { style } from './style.ts'

/** A page that says whose it is. */
export function brandedPage(title: string, content: Html): Page {
  return page({
    title,
    style,
    content: html`<p class="brand"><svg viewBox="0 0 28 28" aria-hidden="true"><rect width="28" height="28" rx="8"></rect><path d="M7 17.5a7 7 0 1 1 14 0M14 17.5l3.5-4.5"></path></svg>Metered Tool Gateway</p>
${content}`,
  })
}
