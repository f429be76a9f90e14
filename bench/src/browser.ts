import { type Browser, chromium } from 'playwright'
import { findChromium } from '../../scripts/tools/chromium.ts'

const ARGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-dev-shm-usage',
  '--no-first-run',
  '--disable-background-networking',
]

/** The browser that benchmarks measure in. */
export async function openBrowser(): Promise<Browser> {
  const executablePath = findChromium()
  if (!executablePath)
    throw new Error('There is no Chromium here: apt-get install chromium, or set CHROMIUM_PATH')
  return chromium.launch({ executablePath, args: ARGS, timeout: 60_000 })
}
