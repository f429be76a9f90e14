import { defineProject } from 'vitest/config'

export default defineProject({
  test: {
    name: 'line-simulator',
    environment: 'node',
    include: ['src/**/*.test.ts'],
    testTimeout: 30_000,
    expect: { poll: { timeout: 15_000 } },
  },
})
