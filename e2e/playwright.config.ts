import { defineConfig } from '@playwright/test'
import { CHROMIUM_ARGS, findHeadlessChromium } from '../scripts/tools/chromium.ts'

export default defineConfig({
  testDir: './tests',
  globalSetup: './src/global-setup.ts',
  fullyParallel: false,
  workers: 2,
  retries: 0,
  timeout: 90_000,
  expect: { timeout: 30_000 },
  outputDir: './test-results',
  use: {
    browserName: 'chromium',
    launchOptions: { executablePath: findHeadlessChromium(), args: CHROMIUM_ARGS, timeout: 60_000 },
    locale: 'th-TH',
    timezoneId: 'Asia/Bangkok',
    viewport: { width: 1440, height: 900 },
    // Traces take time, so `scripts/test.ts` records them only when it runs failed tests once more.
    trace: 'off',
  },
})
