import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { MemoryRouter } from 'react-router-dom'
import { createDeskQueryClient } from 'shared/api'
import type { Mention } from 'shared/contract/notes/note.ts'
import { followRealtime, isRealtimeLive } from 'shared/realtime'
import { startSessionCheck } from 'shared/session'
import { seriousProblems } from 'shared/testing/axe-problems.ts'
import { clearNotices } from 'shared/testing/clear-notices.ts'
import { MockAgent } from 'shared/testing/mock-profile.ts'
import { staffMemberOf } from 'shared/testing/mock-tickets.ts'
import { render } from 'shared/testing/render.ts'
import { ThemeProvider, Toaster } from 'shared/ui'
import { afterEach, expect, onTestFinished, test } from 'vitest'
import { page } from 'vitest/browser'
import { cleanup } from 'vitest-browser-react'
import startMentions from '../services/Mentions.service.ts'
import MentionBadge from '../slots/MentionBadge.slot.tsx'
import { desk, installMockDesk } from '../testing/installed-desk.ts'
import { OWN_TICKET } from '../testing/open-conversation.tsx'
import { settled } from '../testing/settled.ts'
import { refetchMentions } from './mark-mentions-seen.ts'
import { mentionsQuery } from './mentions.ts'

installMockDesk()

let stop: (() => void) | undefined
afterEach(() => {
  stop?.()
  sessionStorage.clear()
})

const mention = (id: string, text: string): Mention => ({
  id,
  ticket_id: OWN_TICKET,
  channel_key: 'main',
  customer: 'ธีรภัทร',
  staff: staffMemberOf(MockAgent),
  text,
  after_seq: 17,
  at: new Date().toISOString(),
})

async function openPage() {
  clearNotices()
  await startSessionCheck()
  const queryClient = createDeskQueryClient()
  const visitedPaths: string[] = []
  await render(
    <ThemeProvider>
      <QueryClientProvider client={queryClient}>
        <MemoryRouter>
          <MentionBadge />
        </MemoryRouter>
        <Toaster />
      </QueryClientProvider>
    </ThemeProvider>,
  )
  const ended = await startMentions({ role: 'ADMIN', queryClient, navigate: (to) => visitedPaths.push(to) })
  stop = () => ended?.()
  return { visitedPaths, queryClient }
}

function write(written: Mention): void {
  desk.notes.mentions = [written, ...desk.notes.mentions.filter(({ id }) => id !== written.id)]
  desk.publish({ type: 'mention', data: written })
}

test('shows unseen mentions when the page opens and new mentions immediately, and counts both', async () => {
  desk.notes.mentions = [mention('1', 'ฝากดูสลิปค่ะ')]
  const { visitedPaths } = await openPage()
  await expect.element(page.getByText(/กล่าวถึงคุณในเคสของ ธีรภัทร: ฝากดูสลิปค่ะ/)).toBeVisible()
  await expect.element(page.getByRole('button', { name: /^โน้ตที่กล่าวถึงคุณ.*1$/ })).toBeVisible()
  await expect.poll(() => desk.sockets.size).toBeGreaterThan(0)
  await expect
    .poll(() => {
      write(mention('2', 'ลูกค้ารออยู่'))
      return page.getByText(/ลูกค้ารออยู่/).query()
    })
    .not.toBeNull()
  const badge = page.getByRole('button', { name: /^โน้ตที่กล่าวถึงคุณ.*2$/ })
  await expect.element(badge).toBeVisible()
  await page.getByRole('button', { name: 'เปิดเคส' }).first().click()
  // The URL contains the message before the note; that message may be far below the first unread one.
  await expect.poll(() => visitedPaths).toEqual([`/chat-queue?ticket=${OWN_TICKET}&message=17&note=2`])
  await badge.click()
  await expect.element(page.getByRole('menuitem', { name: /ฝากดูสลิปค่ะ/ })).toBeVisible()
  expect(await seriousProblems(document.body)).toEqual([])
  await page.getByRole('menuitem', { name: 'อ่านทั้งหมดแล้ว' }).click()
  await expect.element(badge).not.toBeInTheDocument()
  await expect.poll(() => desk.notes.mentions).toEqual([])
})

test('notifies of a mention once: after a reload only the badge appears', async () => {
  desk.notes.mentions = [mention('1', 'ฝากดูสลิปค่ะ')]
  await openPage()
  await expect.element(page.getByText(/ฝากดูสลิปค่ะ/)).toBeVisible()
  stop?.()
  await cleanup()
  await openPage()
  await expect.element(page.getByRole('button', { name: /^โน้ตที่กล่าวถึงคุณ.*1$/ })).toBeVisible()
  await expect.poll(() => desk.sockets.size).toBeGreaterThan(0)
  // Only the later of the two mentions is shown.
  await expect
    .poll(() => {
      write(mention('2', 'ลูกค้ารออยู่'))
      return page.getByText(/ลูกค้ารออยู่/).query()
    })
    .not.toBeNull()
  expect(page.getByText(/ฝากดูสลิปค่ะ/).query()).toBeNull()
})

test('does not count a mention in a deleted note', async () => {
  desk.notes.mentions = [mention('1', 'ฝากดูสลิปค่ะ'), mention('2', 'ลูกค้ารออยู่')]
  const { queryClient } = await openPage()
  await readingsAtRest()
  await settled(queryClient)
  const badge = page.getByRole('button', { name: /^โน้ตที่กล่าวถึงคุณ/ })
  await expect.element(badge).toHaveAccessibleName(/2$/)
  const removeMention = () => {
    desk.notes.mentions = desk.notes.mentions.slice(1)
    desk.publish({ type: 'mentions_update', data: { channel_key: 'main' } })
  }
  removeMention()
  await expect.element(badge).toHaveAccessibleName(/1$/)
  removeMention()
  await expect.element(badge).not.toBeInTheDocument()
})

test('does not count a mention in a note that was deleted while the socket was disconnected', async () => {
  desk.notes.mentions = [mention('1', 'ฝากดูสลิปค่ะ')]
  const { queryClient } = await openPage()
  await readingsAtRest()
  await settled(queryClient)
  const badge = page.getByRole('button', { name: /^โน้ตที่กล่าวถึงคุณ.*1$/ })
  await expect.element(badge).toBeVisible()
  desk.notes.mentions = []
  for (const socket of [...desk.sockets]) socket.drop(1006)
  await expect.element(badge).not.toBeInTheDocument()
})

test('shows no mentions when there are none or the server does not support notes', async () => {
  desk.fail(/\/mentions$/, { status: 404, body: { detail: 'Not Found' } }, 100)
  const { queryClient } = await openPage()
  await expect.poll(() => desk.count(/\/mentions$/)).toBeGreaterThan(0)
  await settled(queryClient)
  await expect.element(page.getByRole('button')).not.toBeInTheDocument()
})

const readings = () => desk.requests.filter(({ call }) => call === 'GET /api/staff/mentions').length

/** Returns the number of fetches once the socket is connected, since connecting causes a refetch. */
async function readingsAtRest(): Promise<number> {
  await expect.poll(isRealtimeLive).toBe(true)
  await expect.poll(readings).toBeGreaterThan(0)
  return readings()
}

/** Waits for one more fetch of the mentions and for its response. */
async function expectReadAgain(before: number, queryClient: QueryClient): Promise<void> {
  await expect.poll(readings).toBeGreaterThan(before)
  await settled(queryClient)
}

test('shows a mention that arrives during a fetch of the mentions', async () => {
  const go = desk.hold(/mentions$/)
  await openPage()
  const before = await readingsAtRest()
  await expect
    .poll(() => {
      write(mention('1', 'ฝากดูสลิปค่ะ'))
      return readings()
    })
    .toBeGreaterThan(before)
  go()
  await expect.element(page.getByRole('button', { name: /^โน้ตที่กล่าวถึงคุณ.*1$/ })).toBeVisible()
  await expect.element(page.getByText(/ฝากดูสลิปค่ะ/)).toBeVisible()
})

/** Opens the menu and waits until it no longer moves, so that a press begins and ends on the same item. */
async function openMenu(): Promise<void> {
  await page.getByRole('button', { name: /^โน้ตที่กล่าวถึงคุณ/ }).click()
  const moving = () => page.getByRole('menu').element().getAnimations({ subtree: true }).length
  await expect.poll(moving).toBe(0)
}

test('marks more mentions as seen than one request allows, and does not count a deleted mention', async () => {
  const ids = Array.from({ length: 51 }, (_, index) => `${index}`)
  desk.notes.mentions = ids.map((id) => mention(id, `โน้ต ${id}`))
  const { queryClient } = await openPage()
  const before = await readingsAtRest()
  await settled(queryClient)
  await openMenu()
  // The menu fits on the screen with any number of items.
  await expect
    .poll(() => page.getByRole('menu').element().getBoundingClientRect().bottom)
    .toBeLessThanOrEqual(innerHeight)
  desk.notes.mentions = desk.notes.mentions.slice(1)
  await page.getByRole('menuitem', { name: /โน้ต 0$/ }).click()
  await expectReadAgain(before, queryClient)
  await expect.element(page.getByRole('menu')).not.toBeInTheDocument()
  await openMenu()
  await expect.element(page.getByRole('menuitem', { name: /โน้ต 1$/ })).toBeVisible()
  await expect.element(page.getByRole('menuitem', { name: /โน้ต 0$/ })).not.toBeInTheDocument()
  desk.notes.mentions = ids.map((id) => mention(id, `โน้ต ${id}`))
  await page.getByRole('menuitem', { name: /โน้ต 1$/ }).click()
  await expectReadAgain(before + 1, queryClient)
  await expect.element(page.getByRole('menu')).not.toBeInTheDocument()
  await openMenu()
  await page.getByRole('menuitem', { name: 'อ่านทั้งหมดแล้ว' }).click()
  await expect.poll(() => desk.notes.mentions).toEqual([])
  const notified = desk.requests.filter(({ call }) => call.endsWith('/mentions/seen'))
  expect(notified.map(({ body }) => (body as { note_ids: string[] }).note_ids.length)).toEqual([50, 1])
})

test('a fetch that started earlier does not restore seen mentions, and a new mention is shown and counted', async () => {
  desk.notes.mentions = [mention('1', 'ฝากดูสลิปค่ะ')]
  const { queryClient } = await openPage()
  const before = await readingsAtRest()
  await settled(queryClient)
  const badge = page.getByRole('button', { name: /^โน้ตที่กล่าวถึงคุณ/ })
  await badge.click()
  // The fetch starts before the server has received the request that marks the mention as seen.
  const [goSeen, goRead] = [desk.hold(/mentions\/seen$/), desk.hold(/mentions$/)]
  refetchMentions(queryClient)
  await expect.poll(readings).toBeGreaterThan(before)
  await page.getByRole('menuitem', { name: 'อ่านทั้งหมดแล้ว' }).click()
  await expect.element(badge).not.toBeInTheDocument()
  goRead()
  await expect.poll(() => queryClient.isFetching()).toBe(0)
  expect(queryClient.getQueryData(mentionsQuery.queryKey)).toEqual({ items: [], total: 0 })
  write(mention('2', 'ลูกค้ารออยู่'))
  await expect.element(page.getByText(/ลูกค้ารออยู่/)).toBeVisible()
  await expect.element(page.getByRole('button', { name: /^โน้ตที่กล่าวถึงคุณ.*1$/ })).toBeVisible()
  goSeen()
  await expect.poll(() => desk.notes.mentions.map(({ id }) => id)).toEqual(['2'])
  // A new mention in a note that was already seen counts as unseen.
  write(mention('1', 'ฝากดูสลิปค่ะ'))
  await expect.element(page.getByRole('button', { name: /^โน้ตที่กล่าวถึงคุณ.*2$/ })).toBeVisible()
})

test('shows no mentions fetched after the service has stopped, since another user may have signed in', async () => {
  const { queryClient } = await openPage()
  const before = await readingsAtRest()
  await settled(queryClient)
  // The service receives the event first; then this listener stops the service.
  onTestFinished(followRealtime(({ type }) => type === 'mention' && stop?.()))
  write(mention('1', 'ฝากดูสลิปค่ะ'))
  await expectReadAgain(before, queryClient)
  await import('./mention-notification.ts')
  expect(sessionStorage).toHaveLength(0)
})
