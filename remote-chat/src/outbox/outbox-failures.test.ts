import { ERRORS, type ErrorCode } from 'shared/contract/errors.ts'
import { expect, test } from 'vitest'
import { addToOutbox, applyEvent, type OutboxMessage } from './outbox.ts'
import { failedStep, failureText, isRetriedAutomatically, mayBeRetried } from './outbox-failures.ts'

const AT = '2026-11-23T03:00:00.000Z'

/** Creates an image message whose upload was refused with an error code. */
function refused(code: ErrorCode): OutboxMessage {
  const image = { name: 'a.jpg', width: 3, height: 4 }
  const sent = addToOutbox([], { id: 'a', ticketId: 't', text: '', image, at: AT, accepts: false })
  const [message] = applyEvent(applyEvent(sent, 'begin', ['a']), 'fail', ['a'], {
    failure: code,
    holds: true,
  })
  if (message === undefined) throw new Error('it was not sent off')
  return message
}

test.each([
  ['a temporary limit on processing time', 'upload_paused', true],
  ['too many concurrent uploads', 'busy', true],
  ['a full disk', 'storage_full', false],
  ['a used-up budget', 'upload_quota_used', false],
] as const)('retries an image refused for %s only if the cause is temporary', (_what, code, goes) => {
  const message = refused(code)
  expect(isRetriedAutomatically(message, Date.parse(AT))).toBe(goes)
  expect(failureText(message)).toBe(ERRORS[code].text)
})

test('an image refused for its content cannot be retried, an image refused for another reason can', () => {
  expect(mayBeRetried(refused('image_type_unsupported'))).toBe(false)
  expect(mayBeRetried(refused('image_broken'))).toBe(false)
  expect(mayBeRetried(refused('storage_full'))).toBe(true)
})

test.each([
  [{ text: 'ก' }, 'send'],
  [{ image: { name: 'a.jpg', width: 3, height: 4 } }, 'upload'],
  [{ imageUrl: 'https://example.com/a.jpg' }, 'sendImage'],
  // An image that is uploaded but not yet sent.
  [{ image: { name: 'a.jpg', width: 3, height: 4 }, imageUrl: 'https://example.com/a.jpg' }, 'sendImage'],
] as const)('the step in which the outbox message %o failed is "%s"', (part, step) => {
  const [message] = addToOutbox([], { id: 'a', ticketId: 't', text: '', at: AT, accepts: false, ...part })
  expect(message && failedStep(message)).toBe(step)
})
