import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { RepeatedWarnings } from './repeated-warnings.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

test('logs the first warning of a subject, then one line per minute with the count, until the warnings end', () => {
  const lines: unknown[] = []
  const warnings = new RepeatedWarnings({ warn: (...line: unknown[]) => lines.push(line) })
  warnings.warn('a', { index: 1 }, 'broken')
  warnings.warn('b', {}, 'other')
  for (let index = 2; index <= 5_000; index += 1) warnings.warn('a', { index }, 'broken')
  expect(lines.splice(0)).toEqual([
    [{ index: 1, times: 1 }, 'broken'],
    [{ times: 1 }, 'other'],
  ])
  vi.advanceTimersByTime(59_999)
  expect(lines).toEqual([])
  vi.advanceTimersByTime(1)
  expect(lines.splice(0)).toEqual([[{ index: 2, times: 4_999 }, 'broken']])

  warnings.warn('a', { index: 5_001 }, 'broken')
  warnings.warn('b', {}, 'other')
  // Expects no line about subject `b`, which had no further warnings during its minute.
  expect(lines.splice(0)).toEqual([[{ times: 1 }, 'other']])
  vi.advanceTimersByTime(60_000)
  expect(lines.splice(0)).toEqual([[{ index: 5_001, times: 1 }, 'broken']])
  vi.advanceTimersByTime(600_000)
  expect([lines, vi.getTimerCount()]).toEqual([[], 0])
})
