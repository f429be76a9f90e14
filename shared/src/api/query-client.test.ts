import { expect, test } from 'vitest'
import { ApiError, errorOfResponse } from './api-error.ts'
import { shouldRetry } from './query-client.ts'

const answered = (status: number) => errorOfResponse(status, {})

test.each([400, 401, 403, 404, 409, 429])('does not retry a query that failed with status %i', (status) =>
  expect(shouldRetry(0, answered(status))).toBe(false),
)

test('retries a query at most twice after temporary failures', () => {
  for (const error of [answered(500), answered(503), new ApiError('network', 0), new ApiError('timeout', 0)])
    expect([0, 1, 2].map((count) => shouldRetry(count, error))).toEqual([true, true, false])
  expect(shouldRetry(0, new TypeError('a defect'))).toBe(false)
})
