import { expect, test } from 'vitest'
import { waitLevel } from './wait-level.ts'

test('over 300 s is a warning, over 600 s is critical', () => {
  expect([0, 300, 301, 600, 601].map(waitLevel)).toEqual(['calm', 'calm', 'warning', 'warning', 'critical'])
})
