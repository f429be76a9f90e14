import { expect, test } from 'vitest'
import { ApiError } from './api-error.ts'
import { lazyCalls } from './lazy-calls.ts'

test('a lazy call reports a network error when its code cannot be loaded, and loads the code on the next use', async () => {
  const gone = new TypeError('Failed to fetch dynamically imported module')
  const responses = [Promise.reject(gone), Promise.resolve('the calls')]
  const calls = lazyCalls(() => responses.shift() ?? Promise.reject(new Error('asked too often')))
  const failure: unknown = await calls().catch((error: unknown) => error)
  expect(failure).toBeInstanceOf(ApiError)
  expect(failure).toMatchObject({ code: 'network', status: 0, cause: gone })
  expect(await calls()).toBe('the calls')
})
