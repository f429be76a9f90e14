import { ApiError } from 'shared/api'
import { expect, test } from 'vitest'
import { mockImport } from '../testing/mock-knowledge.ts'
import { importQuery } from './import.queries.ts'

const running = mockImport({ state: 'running', done: 1, total: 2 })
const done = mockImport({ state: 'done', done: 2, total: 2 })

test.each([
  ['while it runs, every second', running, null, 1_000],
  ['without a connection, every second', undefined, new ApiError('network', 0), 1_000],
  ['if the server does not know it, every 10 seconds', undefined, new ApiError('not_found', 404), 10_000],
  ['after its end, no more', done, null, false],
])('polls an import: %s', (_when, data, error, pause) => {
  const { refetchInterval } = importQuery('1')
  if (typeof refetchInterval !== 'function') throw new Error('the interval depends on the state')
  expect(refetchInterval({ state: { data, error } } as Parameters<typeof refetchInterval>[0])).toBe(pause)
})
