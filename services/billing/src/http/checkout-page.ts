import { type Html, html, type Page, page, styleSheet } from '@mtg/pages'

const style = styleSheet(`
  body { font: 16px/1.5 system-ui, sans-serif; margin: 0; background: #f4f5f7; color: #1c2330 }
  main { max-width: 26rem; margin: 12vh auto; padding: 2rem; background: #fff; border-radius: 12px; box-shadow: 0 1px 4px #0003 }
  h1 { font-size: 1.25rem; margin: 0 0 1rem }
  .amount { font-size: 2rem; font-weight: 600; margin: 0 0 1.5rem }
  button { font: inherit; padding: .6rem 1.2rem; border-radius: 8px; border: 1px solid #b9c0cc; background: #fff; cursor: pointer }
  button.first { background: #1f5fbf; border-color: #1f5fbf; color: #fff }
  button:focus-visible, a:focus-visible { outline: 3px solid #7fb0ff; outline-offset: 2px }
  form { display: flex; gap: .75rem; flex-wrap: wrap }
  .note { color: #5a6475; font-size: .9rem; margin: 1.5rem 0 0 }
`)

/** A page of the checkout: its title as heading, and what follows. */
export function checkoutPage(title: string, content: Html): Page {
  return page({
    title,
    style,
    content: html`<h1>${title}</h1>
${content}`,
  })
}
