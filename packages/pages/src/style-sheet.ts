import { createHash } from 'node:crypto'
import { Html } from './html.ts'

/** A style sheet that stands in its pages. */
export interface StyleSheet {
  readonly css: Html
  /** The source for CSP `style-src` that allows exactly this text. */
  readonly source: string
}

/** A style sheet from its text. */
export function styleSheet(css: string): StyleSheet {
  return { css: new Html(css), source: `'sha256-${createHash('sha256').update(css).digest('base64')}'` }
}
