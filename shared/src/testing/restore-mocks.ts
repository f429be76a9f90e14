import { afterAll, vi } from 'vitest'

// Restores the mocks for the next test file, which runs in the same process.
afterAll(() => {
  vi.restoreAllMocks()
  vi.useRealTimers()
  vi.unstubAllEnvs()
  vi.unstubAllGlobals()
})
