import { existsSync } from 'node:fs'
import { chromium } from 'playwright'
import { canInstall, install } from './debian.ts'

/** Arguments that allow Chromium to run as root, and that prevent background network traffic. */
export const CHROMIUM_ARGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-dev-shm-usage',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

const SYSTEM_BROWSERS = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']

/** Returns the browser at CHROMIUM_PATH, Playwright's browser, or the system's; undefined when none is installed. */
export function findChromium(): string | undefined {
  return [process.env.CHROMIUM_PATH, playwrightOwn(), ...SYSTEM_BROWSERS].find(
    (path): path is string => path !== undefined && path !== '' && existsSync(path),
  )
}

function playwrightOwn(): string | undefined {
  try {
    return chromium.executablePath()
  } catch {
    return undefined
  }
}

export async function ensureChromium(): Promise<string | undefined> {
  const found = findChromium()
  if (found || !canInstall()) return found
  await install(['chromium'])
  return findChromium()
}
