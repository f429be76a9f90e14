import { expect, test } from 'vitest'
import { parseStored } from './stored-message.ts'

const REQUIRED = { id: 'a', ticketId: 't', text: 'สวัสดี' }

test('a stored message of an earlier release gets default values for missing fields, and without a state it waits for the user', () => {
  expect(parseStored(REQUIRED)).toEqual({
    ...REQUIRED,
    imageUrl: null,
    at: '1970-01-01T00:00:00.000Z',
    accepts: false,
    retryOf: null,
    state: 'failed',
    failure: null,
    holds: false,
    order: 0,
  })
})

test.each(['waiting', 'sending', 'failed'] as const)('keeps all fields of a stored %s message', (state) => {
  const stored = {
    ...REQUIRED,
    ...{ imageUrl: null, at: '2026-11-23T03:00:00.000Z', accepts: true, retryOf: 'b', state, order: 3 },
    ...{ failure: 'network', holds: true, customer: 'วิภา', batch: 'x', suggestionIds: ['s'] },
    image: { name: 'a.jpg', width: 3, height: 4 },
  }
  expect(parseStored(stored)).toEqual(stored)
})

test('does not read the reference to a draft from a stored message', () => {
  expect(parseStored({ ...REQUIRED, sentOff: { ticketId: 't', at: 1 } })).not.toHaveProperty('sentOff')
})

test.each([null, 5, 'x', [], { id: 'a' }, { ...REQUIRED, text: 5 }])('rejects the value %o', (value) => {
  expect(parseStored(value)).toBeNull()
})

test.each(['nonsense', ''])('a stored message with an unreadable time (%j) counts as expired', (at) => {
  expect(parseStored({ ...REQUIRED, at })?.at).toBe('1970-01-01T00:00:00.000Z')
})
