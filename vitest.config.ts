import { join } from 'node:path'
import { defineConfig } from 'vitest/config'
import { PACKAGES } from './scripts/tools/packages.ts'

/** Packages whose tests run in Node with nothing around them. */
const PLAIN_PACKAGES = PACKAGES.filter((name) => name !== 'server')

/** The tests of each package are a project of its name; `components` are those that need a browser. */
export default defineConfig({
  test: {
    projects: [
      ...PLAIN_PACKAGES.map((name) => ({
        test: {
          name,
          root: `./${name}`,
          environment: 'node' as const,
          // Files share a process and its modules: most of the time would go into loading them per file.
          isolate: false,
          setupFiles: [join(import.meta.dirname, 'shared/src/testing/restore-mocks.ts')],
          // The same for every project: Vitest refuses to run projects with different numbers together.
          maxWorkers: 2,
          include: ['**/*.test.ts'],
          testTimeout: 60_000,
          expect: { poll: { timeout: 15_000 } },
        },
      })),
      './server/vitest.config.ts',
      './vitest.components.config.ts',
    ],
  },
})
