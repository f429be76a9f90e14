import { ApiError } from 'shared/api'
import { ERRORS, type ErrorCode } from 'shared/contract/errors.ts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { explainFailure } from './explain-failure.ts'

const file = new File(['x'], 'a.jpg')
const failed = (code: ErrorCode, body: unknown = {}) =>
  explainFailure(new ApiError(code, ERRORS[code].status, body), file)

beforeEach(() => vi.stubGlobal('navigator', { onLine: true }))
afterEach(() => vi.unstubAllGlobals())

test.each([
  ['a pause after images that took too long', 'upload_paused', { canRetry: true, pauseMs: 7_000 }],
  ['a full disk', 'storage_full', { canRetry: true, pauseMs: null }],
  ['a used-up upload quota', 'upload_quota_used', { canRetry: false, pauseMs: null }],
  ['a refused image', 'image_too_costly', { canRetry: false, pauseMs: null }],
] as const)('explains an upload that failed because of %s', (_what, code, expected) => {
  expect(failed(code, { retry_after_secs: 7 })).toEqual({
    reason: 'อัปโหลดไม่สำเร็จ: a.jpg',
    hint: ERRORS[code].text,
    isOffline: false,
    ...expected,
  })
})

test('returns no hint for upload failures that end within seconds', () => {
  for (const code of ['busy', 'rate_limited', 'unavailable'] as const)
    expect(failed(code)).toMatchObject({ hint: null, canRetry: true, pauseMs: 2_000 })
})
