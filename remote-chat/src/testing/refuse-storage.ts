import { onTestFinished, vi } from 'vitest'

/** A browser whose databases refuse every change and every reading: they are full, or, with `AbortError`, slow. Until its `mockRestore`, or the test's end. */
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
