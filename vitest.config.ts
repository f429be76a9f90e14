import { join } from 'node:path'
import { defineConfig } from 'vitest/config'
import { PACKAGES } from './scripts/tools/packages.ts'

/** Packages whose tests run in Node and need no other programs. */
const PLAIN_PACKAGES = PACKAGES.filter((name) => name !== 'server')

/** Each package's tests are a project with its name; the project `components` has the tests that need a browser. */
export default defineConfig({
  test: {
    projects: [
      ...PLAIN_PACKAGES.map((name) => ({
        test: {
          name,
          root: `./${name}`,
          environment: 'node' as const,
          // Files share a process and its modules, because loading modules per file would take most of the time.
          isolate: false,
          setupFiles: [join(import.meta.dirname, 'shared/src/testing/restore-mocks.ts')],
          // Three keep two cores busy, because many tests wait. Vitest refuses to run projects with different numbers.
          maxWorkers: 3,
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
