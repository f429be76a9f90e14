import { afterEach, expect, test, vi } from 'vitest'
import { readApprovalWait, readStored, writeStored } from './browser-storage.ts'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

test('ignores a blocked or full storage and logs a warning', () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  const refuse = () => {
    throw new DOMException('The quota has been exceeded.', 'QuotaExceededError')
  }
  vi.stubGlobal('localStorage', { getItem: refuse, setItem: refuse, removeItem: refuse })
  expect(readStored('theme')).toBe(null)
  writeStored('theme', 'dark')
  writeStored('theme', null)
  expect(warn.mock.calls.map(([text]) => text)).toEqual([
    'reading theme failed',
    'keeping theme failed',
    'keeping theme failed',
  ])
})

test('writing null removes a stored value; a stored wait for approval that is not JSON is ignored', () => {
  vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  const stored = new Map<string, string>()
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  })
  writeStored('lineApprovalWait', '{', 'sessionStorage')
  expect(readStored('lineApprovalWait', 'sessionStorage')).toBe('{')
  expect(readApprovalWait()).toBe(null)
  writeStored('lineApprovalWait', null, 'sessionStorage')
  expect(stored.size).toBe(0)
})
