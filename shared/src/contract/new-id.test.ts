import { expect, test, vi } from 'vitest'
import { newId } from './new-id.ts'

test('each is another, short enough for every field of the contract, also where the browser makes no UUID', () => {
  vi.stubGlobal('crypto', { getRandomValues: crypto.getRandomValues.bind(crypto) })
  try {
    const ids = Array.from({ length: 1_000 }, newId)
    expect(new Set(ids).size).toBe(1_000)
    for (const id of ids) expect(id).toMatch(/^[\d-]{7,100}$/)
  } finally {
    vi.unstubAllGlobals()
  }
})
