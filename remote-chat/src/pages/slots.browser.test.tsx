import { type ReactNode, useSyncExternalStore } from 'react'
import { type SlotProps, SlotsProvider } from 'shared/extensions'
import { beforeEach, expect, test } from 'vitest'
import { desk, installMockDesk } from '../testing/installed-desk.ts'
import { fillConversation, OWN_TICKET, readAll } from '../testing/open-conversation.tsx'
import { renderPage } from '../testing/render-page.tsx'
import { frames } from '../testing/settled.ts'
import ChatQueuePage from './ChatQueuePage.page.tsx'

installMockDesk()

let isFilled = false
const listeners = new Set<() => void>()

beforeEach(() => {
  isFilled = false
})

/** Fills the slots, as the page does when the browser is idle. */
function fill(): void {
  isFilled = true
  for (const listener of listeners) listener()
}

function Filling({ name, context }: SlotProps): ReactNode {
  const filled = useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => isFilled,
  )
  if (!filled) return null
  return name === 'conversation-panel' ? (
    <p style={{ height: 60 }}>panel {context?.ticketId}</p>
  ) : (
    <b>{name}</b>
  )
}

const QueueWithSlots = () => (
  <SlotsProvider value={(props) => <Filling {...props} />}>
    <ChatQueuePage />
  </SlotsProvider>
)

async function openWithSlots() {
  fillConversation(desk, 60)
  await readAll(desk)
  const { screen } = await renderPage(QueueWithSlots, `/chat-queue?ticket=${OWN_TICKET}`)
  const chat = screen.getByRole('complementary')
  const log = chat.getByRole('log')
  await expect.element(chat.getByText('ข้อความยาวพอที่จะเลื่อนได้ 60')).toBeVisible()
  // Waits for the counts in the tabs, which load later and move the connection status.
  await expect.element(screen.getByRole('tab', { name: /^คิวรวม \d/ })).toBeVisible()
  await expect.element(screen.getByRole('tab', { name: /^เคสของฉัน \d/ })).toBeVisible()
  const slot = (words: string) => () =>
    Math.round(chat.getByText(words, { exact: true }).element().getBoundingClientRect().top)
  return { screen, chat, log, slot }
}

test('empty slots take no space', async () => {
  const { chat, log } = await openWithSlots()
  const head = chat.element().querySelector('header')
  await expect
    .poll(() => log.element().getBoundingClientRect().top)
    .toBe(head?.getBoundingClientRect().bottom)
})

test('filling a slot in the queue header or the conversation moves no other content', async () => {
  const { screen, chat, log, slot } = await openWithSlots()
  log.element().scrollTop = log.element().scrollHeight
  await expect.element(chat.getByRole('button', { name: 'ข้อความใหม่' })).not.toBeInTheDocument()
  const newest = slot('ข้อความยาวพอที่จะเลื่อนได้ 60')
  // Waits for updates after the scroll.
  await frames()
  const live = () => screen.getByText('Live Update').element().getBoundingClientRect().left
  const [messageAt, liveAt] = [newest(), live()]
  fill()
  await expect.element(chat.getByText(`panel ${OWN_TICKET}`)).toBeVisible()
  await expect.element(screen.getByText('queue-header')).toBeVisible()
  await frames()
  await expect.poll(newest).toBe(messageAt)
  await expect.poll(live).toBe(liveAt)
})

test('filling a slot keeps the reading position in a conversation that is scrolled up', async () => {
  const { chat, log, slot } = await openWithSlots()
  const box = log.element()
  box.scrollTop = 500
  box.dispatchEvent(new Event('scroll'))
  await frames()
  const [read] = [...box.querySelectorAll('p, span, div')]
    .filter((each) => each.children.length === 0 && /^ข้อความยาว/.test(each.textContent))
    .filter((each) => each.getBoundingClientRect().top > box.getBoundingClientRect().top + 200)
  const reading = slot(read?.textContent ?? '')
  const readAt = reading()
  fill()
  await expect.element(chat.getByText(`panel ${OWN_TICKET}`)).toBeVisible()
  await frames()
  await expect.poll(reading).toBe(readAt)
})
