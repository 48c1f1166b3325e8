export { type Html, html } from './html.ts'
export { type Page, type PageParts, page } from './page.ts'
export { pageHeaders, policyOf, sendPage } from './send-page.ts'
export { styleSheet } from './style-sheet.ts'
