import { existsSync } from 'node:fs'
import { chromium } from 'playwright'
import { canInstall, install } from './debian-packages.ts'

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
const HEADLESS_SHELL = '/usr/bin/chromium-headless-shell'

/** Returns the browser at CHROMIUM_PATH, Playwright's browser, or the system's; undefined when none is installed. */
export function findChromium(): string | undefined {
  return [process.env.CHROMIUM_PATH, playwrightOwn(), ...SYSTEM_BROWSERS].find(
    (path): path is string => path !== undefined && path !== '' && existsSync(path),
  )
}

/**
 * Returns the headless shell, which takes a fifth less CPU time than the browser but shows no notifications, or the
 * browser when the shell is not installed or CHROMIUM_PATH is set.
 */
export function findHeadlessChromium(): string | undefined {
  return !process.env.CHROMIUM_PATH && existsSync(HEADLESS_SHELL) ? HEADLESS_SHELL : findChromium()
}

function playwrightOwn(): string | undefined {
  try {
    return chromium.executablePath()
  } catch {
    return undefined
  }
}

/** Installs the browser and the headless shell when they are missing and can be installed. */
export async function ensureChromium(): Promise<boolean> {
  if (canInstall() && !process.env.CHROMIUM_PATH) {
    if (!findChromium()) await install(['chromium'])
    if (!existsSync(HEADLESS_SHELL)) await install(['chromium-headless-shell'])
  }
  return findChromium() !== undefined
}
