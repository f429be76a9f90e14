import { playwright } from '@vitest/browser-playwright'
import { defineConfig } from 'vitest/config'
import { CHROMIUM_ARGS, findChromium } from './scripts/tools/chromium.ts'

const TESTS = '*/src/**/*.browser.test.tsx'

/** Components in a real browser, of every room that has some. */
export default defineConfig({
  // All dependencies are found before the first test, also those of parts that come later: one found half-way would load the
  // page anew.
  // Also what tests reach by a lazy import: a dependency that is found later has the page loaded anew in the middle of a test.
  optimizeDeps: { entries: [TESTS, 'shared/src/ui/**/*.tsx', 'remote-*/src/**/*.tsx'] },
  test: {
    name: 'components',
    include: [TESTS],
    setupFiles: ['./shared/src/testing/focused-page.ts'],
    testTimeout: 60_000,
    expect: { poll: { timeout: 15_000 } },
    browser: {
      enabled: true,
      headless: true,
      provider: playwright({
        launchOptions: { executablePath: findChromium(), args: CHROMIUM_ARGS },
        actionTimeout: 15_000,
      }),
      instances: [{ browser: 'chromium', viewport: { width: 1440, height: 900 } }],
      screenshotFailures: false,
    },
  },
})
