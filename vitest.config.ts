import { join } from 'node:path'
import { defineConfig } from 'vitest/config'
import { PACKAGES } from './scripts/tools/packages.ts'

/** Rooms whose tests run in Node with nothing around them. */
const PLAIN_PACKAGES = PACKAGES.filter((room) => room !== 'server')

/** Each room's tests are a project of the room's name; `components` are those that need a browser. */
export default defineConfig({
  test: {
    projects: [
      ...PLAIN_PACKAGES.map((room) => ({
        test: {
          name: room,
          root: `./${room}`,
          environment: 'node' as const,
          // Files share a process and its modules: most of the time would go into loading them per file.
          isolate: false,
          setupFiles: [join(import.meta.dirname, 'shared/src/testing/restore-mocks.ts')],
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
