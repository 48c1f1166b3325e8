import type { BrowserContextOptions, Page } from 'playwright-core'

/** Ways to look at a page: by day and in the dark at a desk, and on a phone. */
export const WAYS = {
  light: { colorScheme: 'light', viewport: { width: 1280, height: 800 } },
  dark: { colorScheme: 'dark', viewport: { width: 1280, height: 800 } },
  phone: { colorScheme: 'light', viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true },
} as const satisfies Record<string, BrowserContextOptions>

/** What is another one in each run, and what is shown in its place: of the usual length, so that pages stand as they do. */
const STEADY: readonly [pattern: RegExp, text: string][] = [
  [/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g, '019400aa-0000-7000-8000-000000c0ffee'],
  [/…[0-9a-f]{8}/g, '…00c0ffee'],
  // Ids of signing keys are digests.
  [/(?<![\w-])[\w-]{43}(?![\w-])/g, 'AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA'],
  [/Playground \d\d:\d\d:\d\d [0-9a-f]{4}(?: …[\w-]{4})?/g, 'Playground 12:00:00 0000 …AAAA'],
  [/\b127\.0\.0\.1:\d+/g, '127.0.0.1:8080'],
  [/\b(?:just now|\d+ (?:second|minute)s? ago)\b/g, '2 minutes ago'],
  [
    /\b(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]* \d{1,2}, \d{4}, [\d:]+ [AP]M/g,
    'Nov 22, 2026, 10:00:00 AM',
  ],
  [/\b(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) \d{1,2}\b(?:, \d{4})?/g, 'Nov 22'],
  [
    /\b(?:January|February|March|April|May|June|July|August|September|October|November|December) \d{4}\b/g,
    'November 2026',
  ],
  [/\b\d+(?:\.\d+)?(\s)ms\b/g, '12$1ms'],
]

/** A picture of the whole page, or of the dialog over it, of which what is new in each run is replaced. */
export async function pictureOf(page: Page): Promise<Buffer> {
  await page.evaluate('document.fonts.ready')
  const usual = page.viewportSize()
  // As high as all that there is to see: what stays in view while somebody scrolls would cover a part of it.
  if (usual !== null) await page.setViewportSize({ ...usual, height: Number(await page.evaluate(HEIGHT)) })
  await page.evaluate(REPLACE)
  const picture = await page.screenshot({ fullPage: true, animations: 'disabled', caret: 'hide' })
  if (usual !== null) await page.setViewportSize(usual)
  return picture
}

const HEIGHT = `Math.max(
  window.innerHeight,
  document.documentElement.scrollHeight,
  ...[...document.querySelectorAll('.dialog')].map(dialog => dialog.scrollHeight + 48),
)`

/** Texts, what is typed in fields, and how long the stages of a call took. */
const REPLACE = `{
  const patterns = ${JSON.stringify(STEADY.map(([{ source }, other]) => [source, other]))}
    .map(([source, other]) => [new RegExp(source, 'g'), other])
  const steady = text => patterns.reduce((left, [pattern, other]) => left.replace(pattern, other), text)
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  while (texts.nextNode()) {
    const other = steady(texts.currentNode.data)
    if (other !== texts.currentNode.data) texts.currentNode.data = other
  }
  for (const field of document.querySelectorAll('input, textarea')) {
    const other = steady(field.value)
    if (other !== field.value) field.value = other
  }
  const bars = [...document.querySelectorAll('.timeline-bar')]
  for (const [index, { style }] of bars.entries()) {
    style.marginLeft = index / bars.length * 100 + '%'
    style.width = 100 / bars.length + '%'
  }
}`

/** Two colours that nobody tells apart: of 255, in each of red, green and blue. Edges of letters differ by more. */
const COLOUR_DISTANCE_MAX = 24

/** Which part of a picture, from 0 to 1, differs from an earlier one; 1 when their sizes do. A page of any browser compares them. */
export async function differingPart(page: Page, before: Buffer, after: Buffer): Promise<number> {
  const addresses = [before, after].map(picture => `data:image/png;base64,${picture.toString('base64')}`)
  return Number(
    await page.evaluate(`(async () => {
      const [a, b] = await Promise.all(${JSON.stringify(addresses)}.map(async address => {
        const image = new Image()
        image.src = address
        await image.decode()
        const canvas = new OffscreenCanvas(image.width, image.height)
        const context = canvas.getContext('2d')
        context.drawImage(image, 0, 0)
        return context.getImageData(0, 0, image.width, image.height)
      }))
      if (a.width !== b.width || a.height !== b.height) return 1
      let count = 0
      for (let at = 0; at < a.data.length; at += 4) {
        const distance = [0, 1, 2].map(part => Math.abs(a.data[at + part] - b.data[at + part]))
        if (Math.max(...distance) > ${COLOUR_DISTANCE_MAX}) count += 1
      }
      return count / (a.width * a.height)
    })()`),
  )
}
