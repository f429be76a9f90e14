import { ApiError } from 'shared/api'
import { expect, test } from 'vitest'
import { mockImport } from '../testing/mock-knowledge.ts'
import { importQuery } from './import.queries.ts'

const running = mockImport({ state: 'running', done: 1, total: 2 })
const done = mockImport({ state: 'done', done: 2, total: 2 })

test.each([
  ['every second while it runs', running, null, 1_000],
  ['every second without a connection', undefined, new ApiError('network', 0), 1_000],
  ['every 10 seconds when the server does not have it', undefined, new ApiError('not_found', 404), 10_000],
  ['never after its end', done, null, false],
])('polls the progress of an import: %s', (_when, data, error, pause) => {
  const { refetchInterval } = importQuery('1')
  if (typeof refetchInterval !== 'function') throw new Error('the interval depends on the state')
  expect(refetchInterval({ state: { data, error } } as Parameters<typeof refetchInterval>[0])).toBe(pause)
})
