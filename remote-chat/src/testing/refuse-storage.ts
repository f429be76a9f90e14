import { onTestFinished, vi } from 'vitest'

/**
 * Makes all IndexedDB transactions fail, with `QuotaExceededError` as on a full disk, or with `AbortError` as on a slow
 * disk. `mockRestore` or the test's end restores them.
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
