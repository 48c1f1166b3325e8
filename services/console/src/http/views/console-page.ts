import { type Html, html, type Page, type PageParts, page, styleSheet } from '@mtg/pages'

const style = styleSheet(`
:root { color-scheme: light dark; --text: #172033; --muted: #55607a; --line: #d5dae4; --soft: #f3f5f9; --accent: #4338ca; --page: #ffffff; }
@media (prefers-color-scheme: dark) {
  :root { --text: #eef1f7; --muted: #aab3c5; --line: #3a4356; --soft: #1a202c; --accent: #a5a8ff; --page: #10141d; }
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--page); color: var(--text); font: 1rem/1.5 ui-sans-serif, -apple-system, "Segoe UI", Roboto, Ubuntu, "Noto Sans", sans-serif; }
main { max-width: 60rem; margin: 0 auto; padding: 2rem 1.25rem; overflow-wrap: anywhere; }
h1 { margin: 0 0 1rem; font-size: 1.6rem; line-height: 1.25; }
h2 { margin: 2.5rem 0 .75rem; font-size: 1.25rem; }
h3 { margin: 0; font-size: 1rem; }
section { border: 1px solid var(--line); border-radius: .6rem; padding: 1rem 1.25rem; margin: 0 0 1rem; }
code, pre { font-family: ui-monospace, Menlo, Consolas, "DejaVu Sans Mono", monospace; font-size: .88em; }
pre { background: var(--soft); padding: .75rem 1rem; border-radius: .4rem; overflow-x: auto; }
.method { display: inline-block; min-width: 4rem; font-weight: 700; color: var(--accent); }
.note { color: var(--muted); }
label { display: block; margin: 0 0 .3rem; font-weight: 600; }
input { width: 100%; max-width: 24rem; margin: 0 0 1rem; padding: .6rem .7rem; font: inherit; color: inherit; background: transparent; border: 1px solid var(--muted); border-radius: .4rem; }
button, .button { display: inline-block; padding: .6rem 1.2rem; font: inherit; font-weight: 700; color: var(--page); background: var(--accent); border: 0; border-radius: .4rem; text-decoration: none; cursor: pointer; }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
`)

/** A page of the console: its title as heading, and what follows. */
export function consolePage(title: string, content: Html, options?: Pick<PageParts, 'isListed'>): Page {
  return page({
    title,
    style,
    content: html`<h1>${title}</h1>
${content}`,
    ...options,
  })
}
