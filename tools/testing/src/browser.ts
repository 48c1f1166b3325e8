import { existsSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { type Binary, findOnPath, hasApt, unpackProgram } from '@mtg/embedded'

/** How to launch a browser with playwright-core: `chromium.launch(chromiumLaunch())`. */
export interface BrowserLaunch {
  readonly executablePath: string
  readonly env: Record<string, string>
}

const PROGRAM = 'usr/lib/chromium/chromium'

/**
 * A Chromium: the one on PATH, else Debian's package, unpacked into a private folder like the embedded servers
 * (nothing is installed, no root is needed; about 400 MB, once). Throws with advice where neither is possible.
 */
export function chromiumLaunch(): BrowserLaunch {
  const installed = findOnPath('chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable')
  const { command, env } = installed ?? unpackChromium()
  return { executablePath: command, env: definedOnly(env) }
}

function unpackChromium(): Binary {
  if (!hasApt()) {
    throw new Error('No Chromium was found. Install one (macOS: brew install chromium), then run the tests again.')
  }
  const unpacked = unpackProgram({ name: 'chromium', packages: ['chromium', 'fonts-dejavu-core'], program: PROGRAM })
  const tree = unpacked.command.slice(0, -PROGRAM.length)
  const env = { ...unpacked.env, FONTCONFIG_FILE: fontsConfig(tree), LD_LIBRARY_PATH: libraryPath(unpacked.env) }
  return { ...unpacked, env }
}

/** One library that Chromium needs lies in a folder that only an installed system knows. */
function libraryPath({ LD_LIBRARY_PATH = '' }: NodeJS.ProcessEnv): string {
  const dirs = LD_LIBRARY_PATH.split(':').filter(dir => dir !== '')
  return [...dirs, ...dirs.map(dir => join(dir, 'pulseaudio'))].join(':')
}

/** A machine without a desktop has no fonts: the unpacked ones are named to the browser. */
function fontsConfig(tree: string): string {
  const file = join(dirname(join(tree, PROGRAM)), 'fonts.conf')
  if (!existsSync(file)) {
    const dirs = [join(tree, 'usr/share/fonts'), '/usr/share/fonts'].map(dir => `<dir>${dir}</dir>`)
    const cache = `<cachedir>${join(tree, 'fonts-cache')}</cachedir>`
    writeFileSync(file, `<?xml version="1.0"?>\n<fontconfig>${dirs.join('')}${cache}</fontconfig>\n`)
  }
  return file
}

function definedOnly(env: NodeJS.ProcessEnv): Record<string, string> {
  return Object.fromEntries(Object.entries(env).filter((entry): entry is [string, string] => entry[1] !== undefined))
}
