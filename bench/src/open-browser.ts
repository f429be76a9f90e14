import { type Browser, chromium } from 'playwright'
import { CHROMIUM_ARGS, findChromium } from '../../scripts/tools/chromium.ts'

export async function openBrowser(): Promise<Browser> {
  const executablePath = findChromium()
  if (!executablePath)
    throw new Error('Chromium was not found: apt-get install chromium, or set CHROMIUM_PATH')
  return chromium.launch({ executablePath, args: CHROMIUM_ARGS, timeout: 60_000 })
}
