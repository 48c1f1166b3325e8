import { type Html, html } from './html.ts'
import type { StyleSheet } from './style-sheet.ts'

/** What a page is made of. */
export interface PageParts {
  readonly title: string
  readonly style: StyleSheet
  /** What stands in `main`. */
  readonly content: Html
  /** Search engines may list it; without this they are told not to. */
  readonly isListed?: boolean
}

/** A whole page, and the style sheet that its policy has to allow. */
export interface Page {
  readonly text: string
  readonly styleSource: string
}

/** A whole page around its content. */
export function page({ title, style, content, isListed = false }: PageParts): Page {
  const { text } = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
${!isListed && html`<meta name="robots" content="noindex">`}
<title>${title} – Metered Tool Gateway</title>
<style>${style.css}</style>
</head>
<body>
<main>
${content}
</main>
</body>
</html>
`
  return { text, styleSource: style.source }
}
