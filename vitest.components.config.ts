import { playwright } from '@vitest/browser-playwright'
import { defineConfig } from 'vitest/config'
import { CHROMIUM_ARGS, findHeadlessChromium } from './scripts/tools/chromium.ts'

const TESTS = '*/src/**/*.browser.test.tsx'

const PRODUCTION = { 'process.env.NODE_ENV': JSON.stringify('production') }

/**
 * Browser tests of all packages that have components. They run React's production build, as users do; its development
 * build takes 40 % more CPU time.
 */
export default defineConfig({
  define: PRODUCTION,
  oxc: { jsx: { development: false } },
  // Finds all dependencies before the first test, including those of lazy imports: a dependency that is found later reloads the
  // page in the middle of a test.
  optimizeDeps: {
    entries: [TESTS, 'shared/src/ui/**/*.tsx', 'remote-*/src/**/*.tsx'],
    rolldownOptions: { transform: { define: PRODUCTION } },
  },
  test: {
    name: 'components',
    include: [TESTS],
    // The style sheet is first, because it defines the order of layers; in the product the host loads it first.
    setupFiles: [
      './shared/src/ui/theme/desk.css',
      './shared/src/testing/focused-page.ts',
      './shared/src/testing/valid-html.ts',
    ],
    maxWorkers: 3,
    testTimeout: 60_000,
    expect: { poll: { timeout: 15_000 } },
    browser: {
      enabled: true,
      headless: true,
      provider: playwright({
        launchOptions: { executablePath: findHeadlessChromium(), args: CHROMIUM_ARGS },
        actionTimeout: 15_000,
      }),
      instances: [{ browser: 'chromium', viewport: { width: 1440, height: 900 } }],
      screenshotFailures: false,
    },
  },
})
