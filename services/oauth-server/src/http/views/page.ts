import { Html, html } from './html.ts'
import { style } from './style.ts'

/** A whole page around its content. */
export function page(title: string, content: Html): string {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title} – Metered Tool Gateway</title>
<style>${new Html(style)}</style>
</head>
<body>
<main>
<p class="brand"><svg viewBox="0 0 28 28" aria-hidden="true"><rect width="28" height="28" rx="8"></rect><path d="M7 17.5a7 7 0 1 1 14 0M14 17.5l3.5-4.5"></path></svg>Metered Tool Gateway</p>
${content}
</main>
</body>
</html>
`.text
}
