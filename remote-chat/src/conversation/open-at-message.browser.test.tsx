import type { Mention } from 'shared/contract/notes/note.ts'
import { expect, test } from 'vitest'
import { mentionStep } from '../notes/mention-address.ts'
import ChatQueuePage from '../pages/ChatQueuePage.page.tsx'
import { desk, installMockDesk } from '../testing/installed-desk.ts'
import { fillConversation, OWN_TICKET, readAll } from '../testing/open-conversation.tsx'
import { renderPage } from '../testing/render-page.tsx'

const id = OWN_TICKET
installMockDesk()

test('opens a conversation at the message in the URL, however old, and then at another message', async () => {
  fillConversation(desk, 700)
  await readAll(desk)
  const { screen, router } = await renderPage(ChatQueuePage, `/chat-queue?ticket=${id}&message=37`)
  const log = screen.getByRole('log')
  await expect.element(log.getByText('ข้อความยาวพอที่จะเลื่อนได้ 37', { exact: true })).toBeInViewport()
  await expect.poll(() => document.activeElement?.textContent).toContain('เลื่อนได้ 37')
  // Each page of older messages up to the target message is fetched exactly once.
  expect(desk.count(/before_seq/)).toBe(4)
  await router.navigate(`/chat-queue?ticket=${id}&message=512`)
  await expect.element(log.getByText('ข้อความยาวพอที่จะเลื่อนได้ 512', { exact: true })).toBeInViewport()
  await expect.poll(() => document.activeElement?.textContent).toContain('เลื่อนได้ 512')
  expect(desk.count(/before_seq/)).toBe(4)
})

test('reports an unknown message number and opens the conversation normally', async () => {
  const { screen } = await renderPage(ChatQueuePage, `/chat-queue?ticket=${id}&message=9999`)
  await expect.element(screen.getByText('ไม่พบข้อความนี้ในเคส')).toBeVisible()
  await expect.element(screen.getByText('โอนจากธนาคารกสิกร 1,500 บาท')).toBeVisible()
})

test('reports that an older message could not be loaded and still shows the conversation', async () => {
  fillConversation(desk, 300)
  desk.fail(/before_seq/, 'network', 99)
  const { screen } = await renderPage(ChatQueuePage, `/chat-queue?ticket=${id}&message=3`)
  await expect.element(screen.getByText('เปิดข้อความนี้ไม่สำเร็จ กรุณาลองใหม่อีกครั้ง')).toBeVisible()
  await expect.element(screen.getByText(/เลื่อนได้ \d+/).first()).toBeInTheDocument()
})

test('scrolls to a message newer than the cached conversation once it is fetched', async () => {
  fillConversation(desk, 60)
  await readAll(desk)
  const { screen, router } = await renderPage(ChatQueuePage, `/chat-queue?ticket=${id}`)
  const log = screen.getByRole('log')
  const newest = log.getByText('ข้อความยาวพอที่จะเลื่อนได้ 60', { exact: true })
  await expect.element(newest).toBeInViewport()
  await router.navigate('/chat-queue')
  await expect.element(log).not.toBeInTheDocument()
  // Simulates a conversation that was not subscribed for some time.
  for (const { subscribed } of desk.sockets) subscribed.delete(id)
  const { seq } = desk.write(id, 'มาทีหลัง')
  desk.write(id, 'ข้อความยาวพอที่จะเลื่อนได้\n'.repeat(60))
  const go = desk.hold(/GET .*messages/)
  await router.navigate(`/chat-queue?ticket=${id}&message=${seq}`)
  // The cached conversation is shown first. A socket event during the fetch does not end the wait for the fetch.
  await expect.element(newest).toBeInViewport()
  for (const { subscribed } of desk.sockets) subscribed.add(id)
  desk.write(id, 'มาระหว่างอ่าน')
  await expect.element(screen.getByRole('row').getByText('มาระหว่างอ่าน')).toBeVisible()
  go()
  await expect.element(log.getByText('มาทีหลัง')).toBeInViewport()
  expect(screen.getByText('ไม่พบข้อความนี้ในเคส').elements()).toEqual([])
})

test('scrolls to the note in the URL when several notes follow one message, and again when the note is requested again', async () => {
  fillConversation(desk, 100)
  await readAll(desk)
  for (let count = 1; count <= 20; count += 1)
    desk.addTimelineEvent(id, {
      ...{ id: `note-${count}`, kind: 'note', after_seq: 40, text: `โน้ตที่ ${count} ของเรื่องนี้` },
      note: { client_id: '', mentions: [], edited_at: null, is_deleted: false },
    })
  const address = (count: number) => `/chat-queue?ticket=${id}&message=40&note=note-${count}`
  const { screen, router } = await renderPage(ChatQueuePage, address(18))
  const noteOf = (count: number) => screen.getByRole('log').getByText(`โน้ตที่ ${count} ของเรื่องนี้`)
  await expect.element(noteOf(18)).toBeInViewport()
  await expect.poll(() => document.activeElement?.textContent).toContain('โน้ตที่ 18 ')
  await router.navigate(address(2))
  await expect.element(noteOf(2)).toBeInViewport()
  await expect.poll(() => document.activeElement?.textContent).toContain('โน้ตที่ 2 ')
  screen.getByRole('log').element().scrollTop = 0
  await expect.element(noteOf(2)).not.toBeInViewport()
  const mention = { id: 'note-2', ticket_id: id, after_seq: 40 } as Mention
  const { pathname, search } = router.state.location
  const step = mentionStep({ pathname, params: new URLSearchParams(search), state: null }, mention)
  await router.navigate(address(2), step as object)
  await expect.element(noteOf(2)).toBeInViewport()
})

test('does not scroll back to the requested note after the user has moved on, whether a refetch fails or succeeds', async () => {
  fillConversation(desk, 100)
  await readAll(desk)
  desk.addTimelineEvent(id, {
    ...{ id: 'note-1', kind: 'note', after_seq: 40, text: 'โน้ตของเรื่องนี้' },
    note: { client_id: '', mentions: [], edited_at: null, is_deleted: false },
  })
  const { screen } = await renderPage(ChatQueuePage, `/chat-queue?ticket=${id}&message=40&note=note-1`)
  const log = screen.getByRole('log')
  await expect.poll(() => document.activeElement?.textContent).toContain('โน้ตของเรื่องนี้')
  const field = screen.getByRole('textbox', { name: 'พิมพ์ข้อความ' })
  await field.click()
  log.element().scrollTop = log.element().scrollHeight
  const newest = log.getByText('ข้อความยาวพอที่จะเลื่อนได้ 100', { exact: true })
  await expect.element(newest).toBeInViewport()
  const reads = /GET .*messages/
  const before = desk.count(reads)
  desk.fail(reads, { status: 429, body: { code: 'rate_limited', message: 'x' } })
  for (const socket of desk.sockets) socket.drop(1006)
  await expect.poll(() => desk.count(reads)).toBeGreaterThan(before)
  desk.write(id, 'มาทีหลัง')
  await expect.element(log.getByText('มาทีหลัง')).toBeInTheDocument()
  await expect.element(newest).toBeInViewport()
  await expect.element(field).toHaveFocus()
})
