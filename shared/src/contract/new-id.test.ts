import { expect, test, vi } from 'vitest'
import { newId } from './new-id.ts'

test('new ids are unique and have a valid length, also without crypto.randomUUID', () => {
  vi.stubGlobal('crypto', { getRandomValues: crypto.getRandomValues.bind(crypto) })
  try {
    const ids = Array.from({ length: 1_000 }, newId)
    expect(new Set(ids).size).toBe(1_000)
    for (const id of ids) expect(id).toMatch(/^[\d-]{7,100}$/)
  } finally {
    vi.unstubAllGlobals()
  }
})
