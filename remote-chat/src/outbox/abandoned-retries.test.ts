import { expect, test } from 'vitest'
import { ABANDONED_AFTER_MS, watchRetries } from './abandoned-retries.ts'
import type { OutboxMessage } from './outbox.ts'

const START = Date.parse('2026-11-23T03:00:00Z')
const failed: OutboxMessage = {
  id: 'a',
  ticketId: 't',
  text: 'สวัสดี',
  imageUrl: null,
  at: new Date(START).toISOString(),
  accepts: false,
  retryOf: null,
  state: 'failed',
  failure: 'network',
  holds: true,
}

test('an automatic retry counts as abandoned after a time without attempts, and each attempt restarts that time', () => {
  const isLeft = watchRetries()
  expect(isLeft([failed], START)).toBe(false)
  expect(isLeft([failed], START + ABANDONED_AFTER_MS)).toBe(false)
  const triedAgain = { ...failed }
  expect(isLeft([triedAgain], START + ABANDONED_AFTER_MS + 1)).toBe(false)
  expect(isLeft([triedAgain], START + 2 * ABANDONED_AFTER_MS + 2)).toBe(true)
})

test('messages that need the user or are being sent do not count as abandoned', () => {
  const isLeft = watchRetries()
  const others: OutboxMessage[] = [
    { ...failed, failure: 'invalid_request' },
    { ...failed, id: 'b', state: 'sending', failure: null },
  ]
  isLeft(others, START)
  expect(isLeft(others, START + 10 * ABANDONED_AFTER_MS)).toBe(false)
})
