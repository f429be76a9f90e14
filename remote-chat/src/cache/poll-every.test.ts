import { ApiError } from 'shared/api'
import { expect, test } from 'vitest'
import { pollEvery } from './poll-every.ts'

const every = (error: Error | null) =>
  pollEvery(
    'chat',
    'live',
  )({
    state: { status: error === null ? 'success' : 'error', fetchFailureCount: 0, error },
  })

test('polls a failed query sooner than a successful one, and a missing resource rarely', () => {
  expect(every(new ApiError('unavailable', 503))).toBeLessThan(every(null))
  for (const status of [400, 404])
    expect(every(new ApiError('not_found', status))).toBeGreaterThan(every(null))
})
