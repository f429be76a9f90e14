import { onTestFinished, vi } from 'vitest'

/**
 * Makes all IndexedDB transactions fail, as on a full disk, or on a slow disk with `AbortError`. Ends with
 * `mockRestore` or the test.
 */
export function refuseStorage(as: 'QuotaExceededError' | 'AbortError' = 'QuotaExceededError') {
  const warnings = vi.spyOn(console, 'warn').mockImplementation(() => {})
  const refused = vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementation(() => {
    throw new DOMException('refused', as)
  })
  onTestFinished(() => {
    refused.mockRestore()
    warnings.mockRestore()
  })
  return refused
}
