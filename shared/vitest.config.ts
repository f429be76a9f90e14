import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    name: 'shared',
    environment: 'node',
    include: ['src/**/*.test.ts'],
    testTimeout: 30_000,
    expect: { poll: { timeout: 15_000 } },
  },
})
