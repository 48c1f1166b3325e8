import assert from 'node:assert/strict'
import { eventually } from '@mtg/testing'
import type { Page } from 'playwright-core'
import { overflowOf, violationsOf } from './pages.ts'

const WIDE = { width: 1280, height: 720 }
const PHONE = { width: 360, height: 740 }

/**
 * What there is to object to in the page that is open: axe's list by day, its list of colours in the dark (they are all that the
 * theme changes), and what is cut off on a phone. A page is opened once for all of it: opening is what takes the time.
 */
export async function objectionsTo(page: Page, path: string): Promise<string[]> {
  const light = await violationsOf(page, 'everything')
  await page.emulateMedia({ colorScheme: 'dark' })
  const dark = await violationsOf(page, 'colours')
  await page.emulateMedia({ colorScheme: 'light' })
  await page.setViewportSize(PHONE)
  const phone = await cutOff(page)
  await page.setViewportSize(WIDE)
  return [
    ...light.map(each => `${path}: ${each}`),
    ...dark.map(each => `${path} in the dark: ${each}`),
    ...phone.map(each => `${path} on a phone: ${each} is cut off`),
  ]
}

/** Charts take their new size after the page has: what stays too wide is cut off. */
async function cutOff(page: Page): Promise<string[]> {
  const objections = async () => {
    const pixels = await overflowOf(page)
    const cutDialogs = await page
      .locator('.dialog')
      .evaluateAll(dialogs => dialogs.filter(each => each.scrollWidth > each.clientWidth).length)
    return [...(pixels > 0 ? [`${pixels} pixels of the page`] : []), ...(cutDialogs > 0 ? ['a dialog'] : [])]
  }
  try {
    await eventually(async () => assert.deepEqual(await objections(), []), 2000)
    return []
  } catch {
    return await objections()
  }
}
