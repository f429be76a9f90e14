import { expect, test, vi } from 'vitest'
import type { openOutboxStorage } from './outbox-storage.ts'
import { PHASES, type Phase, type PhaseEvent, UserOutbox } from './user-outbox.ts'

/** Expected phases. Rows: phases. Columns: events `read`, `refused`, `closed`, `signedOut`. */
const EXPECTED: Record<Phase, readonly Phase[]> = {
  unread: ['current', 'stale', 'unread', 'ended'],
  current: ['current', 'current', 'stale', 'ended'],
  stale: ['current', 'stale', 'stale', 'ended'],
  ended: ['ended', 'ended', 'ended', 'ended'],
}
const EVENTS = ['read', 'refused', 'closed', 'signedOut'] as const satisfies PhaseEvent[]

const open = vi.fn<typeof openOutboxStorage>()
const STORAGE = {
  read: async () => [],
  readSentOff: async () => new Map(),
  readImage: async () => undefined,
  write: async () => [],
  close: () => {},
}

/** Causes each event on an outbox in the same way as the product. */
const EVENT_ACTIONS: Record<PhaseEvent, (outbox: UserOutbox) => Promise<void> | void> = {
  read: (outbox) => {
    open.mockResolvedValue(STORAGE)
    return outbox.load()
  },
  refused: (outbox) => {
    open.mockRejectedValue(new DOMException('full', 'QuotaExceededError'))
    return outbox.load()
  },
  closed: async (outbox) => {
    open.mockResolvedValue(STORAGE)
    await outbox.readImage('a')
    open.mock.lastCall?.[1].onClosed()
  },
  signedOut: (outbox) => outbox.end(),
}

/** Events that lead from the phase `unread` to each phase. */
const EVENTS_TO_PHASE: Record<Phase, readonly PhaseEvent[]> = {
  unread: [],
  current: ['read'],
  stale: ['read', 'closed'],
  ended: ['read', 'signedOut'],
}

function newOutbox(notify = () => {}): UserOutbox {
  open.mockReset()
  return new UserOutbox('me', open, notify)
}

test.each(
  Object.entries(EXPECTED).flatMap(([from, row]) =>
    EVENTS.map((event, index) => [from as Phase, event, row[index]] as const),
  ),
)('an outbox in phase "%s" is, after the event "%s", in phase "%s"', async (from, event, to) => {
  vi.spyOn(console, 'warn').mockImplementation(() => {})
  const outbox = newOutbox()
  for (const each of EVENTS_TO_PHASE[from]) await EVENT_ACTIONS[each](outbox)
  expect(outbox.phase).toBe(from)
  expect(PHASES[from][event] ?? from).toBe(to)
  await EVENT_ACTIONS[event](outbox)
  expect(outbox.phase).toBe(to)
  expect(outbox.isLoaded).toBe(to === 'current' || to === 'stale')
})

test('after sign-out, an outbox neither opens the storage nor changes', async () => {
  const notify = vi.fn()
  const outbox = newOutbox(notify)
  outbox.end()
  await outbox.load()
  await outbox.reread('t')
  expect(await outbox.readImage('a')).toBeNull()
  outbox.update(() => [])
  await outbox.written()
  expect(open).not.toHaveBeenCalled()
  expect(notify).not.toHaveBeenCalled()
})
