import { expect, test, vi } from 'vitest'
import { desk, installMockDesk } from '../testing/installed-desk.ts'
import { OWN_TICKET, openChat } from '../testing/open-conversation.tsx'
import { sendReadMark } from './send-read-mark.ts'

vi.mock('./send-read-mark.ts', { spy: true })
installMockDesk()

test('sends the read mark again after a reconnect until the server has it', async () => {
  const sendMark = vi.mocked(sendReadMark).mockClear().mockResolvedValue(false)
  const calls = () => sendMark.mock.calls.map(([ticketId]) => ticketId)
  await openChat()
  await expect.poll(calls).toContain(OWN_TICKET)
  // Ignores the read marks sent on opening and on a socket reconnect.
  sendMark.mockClear()
  window.dispatchEvent(new Event('online'))
  await expect.poll(calls).toEqual([OWN_TICKET])
  sendMark.mockResolvedValue(true)
  desk.publish({ type: 'database', data: { state: 'away' } })
  desk.publish({ type: 'database', data: { state: 'ready' } })
  await expect.poll(calls).toEqual([OWN_TICKET, OWN_TICKET])
  window.dispatchEvent(new Event('online'))
  desk.write(OWN_TICKET, 'ข้อความใหม่กว่า')
  await expect.poll(() => sendMark.mock.calls.length).toBe(3)
  expect(sendMark.mock.calls.at(-1)?.[1]).toBe(desk.lastSeqOf(OWN_TICKET))
})
