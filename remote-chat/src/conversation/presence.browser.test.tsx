import type { TicketViewer } from 'shared/contract/realtime.ts'
import { MockAgent, MockManager } from 'shared/testing/mock-profile.ts'
import { staffMemberOf } from 'shared/testing/mock-tickets.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import ChatQueuePage from '../pages/ChatQueuePage.page.tsx'
import { desk, installMockDesk } from '../testing/installed-desk.ts'
import { OWN_TICKET, openTicket } from '../testing/open-conversation.tsx'
import { idOf, OWN_NAME, openQueue, UNASSIGNED_NAME } from '../testing/open-queue.tsx'
import { renderPage } from '../testing/render-page.tsx'
import { frames } from '../testing/settled.ts'

installMockDesk()

const buildMessage = (ticket_id: string, ...viewers: TicketViewer[]) =>
  desk.publish({ type: 'presence', data: { ticket_id, viewers } })
const viewed = () => [...desk.sockets].map(({ viewing }) => viewing)
const me = staffMemberOf(MockManager)
const otherAgent = staffMemberOf(MockAgent)

test('reports the viewed conversation to the server, and no conversation after it is closed', async () => {
  const { chat } = await openTicket(OWN_TICKET)
  await expect.poll(viewed).toEqual([OWN_TICKET])
  for (const socket of desk.sockets) socket.drop(1006)
  await expect.poll(viewed).toEqual([])
  await expect.poll(viewed).toEqual([OWN_TICKET])
  await chat.getByRole('button', { name: 'ออกจากแชท' }).click()
  await expect.poll(viewed).toEqual([null])
})

test('shows who else is viewing or typing, but not the user', async () => {
  const { chat } = await openTicket(OWN_TICKET)
  await expect.poll(viewed).toEqual([OWN_TICKET])
  await expect.element(chat.getByText('ดูแลโดยคุณ')).toBeVisible()
  buildMessage(OWN_TICKET, me, otherAgent)
  await expect.element(chat.getByTitle(`${otherAgent.display_name} กำลังดู`)).toHaveTextContent('กิตติ กำลังดู')
  buildMessage(OWN_TICKET, me, { ...otherAgent, typing: true })
  await expect
    .element(chat.getByTitle(`${otherAgent.display_name} กำลังพิมพ์...`))
    .toHaveTextContent('กิตติ กำลังพิมพ์...')
  buildMessage(OWN_TICKET, { ...me, typing: true })
  await expect.element(chat.getByText(/กำลังพิมพ์/)).not.toBeInTheDocument()
})

test.each([390, 1440])(
  'shortens a viewer’s long name but not the activity, and keeps the header height at %i px',
  async (width) => {
    await page.viewport(width, 844)
    const { screen } = await renderPage(ChatQueuePage, `/chat-queue?ticket=${OWN_TICKET}`)
    await expect.element(screen.getByText('ดูแลโดยคุณ')).toBeVisible()
    const header = screen.getByRole('heading', { level: 2 }).element().closest('header')
    const height = () => header?.getBoundingClientRect().height
    await expect.poll(viewed).toEqual([OWN_TICKET])
    await document.fonts.ready
    await frames()
    const before = height()
    const long = { ...otherAgent, display_name: 'เบญจมาภรณ์พรรณราย แสงอรุณ', typing: true }
    buildMessage(OWN_TICKET, long, { ...long, id: 'x', line_user_id: 'x' })
    const shown = screen.getByTitle(/^เบญจมาภรณ์พรรณราย .* กำลังพิมพ์\.\.\.$/)
    const activity = shown.getByText(/^ ?กำลังพิมพ์\.\.\.$/)
    await expect.element(activity).toBeVisible()
    const [outer, inner] = [shown, activity].map((each) => each.element().getBoundingClientRect())
    expect(inner?.right).toBeLessThanOrEqual((outer?.right ?? 0) + 0.5)
    expect(activity.element().scrollWidth).toBeLessThanOrEqual(Math.ceil(inner?.width ?? 0))
    expect(height()).toBe(before)
  },
)

test.each([
  ['rows', 1440, 'row' as const],
  ['cards', 390, 'listitem' as const],
])('%s show a ticket’s viewers without growing, until the connection is lost', async (_, width, role) => {
  await page.viewport(width, 844)
  const { screen } = await openQueue()
  const find = (name: RegExp) => screen.getByRole(role).filter({ hasText: name })
  const heights = () =>
    [UNASSIGNED_NAME, OWN_NAME].map((name) => find(name).element().getBoundingClientRect().height)
  await expect.element(find(UNASSIGNED_NAME)).toBeVisible()
  await expect.poll(() => desk.sockets.size).toBe(1)
  await document.fonts.ready
  let last: number[] = []
  await expect
    .poll(() => {
      const [earlier, now] = [last, heights()]
      last = now
      return now.every((height, index) => height === earlier[index])
    })
    .toBe(true)
  const before = heights()
  buildMessage(idOf(UNASSIGNED_NAME), otherAgent, {
    ...otherAgent,
    id: 'x',
    line_user_id: 'x',
    display_name: 'อรทัย ใจดี',
  })
  buildMessage(idOf(OWN_NAME), me)
  await expect.element(find(UNASSIGNED_NAME).getByText(/กิตติ \+1 กำลังดู/)).toBeVisible()
  await expect.element(find(OWN_NAME).getByText(/กำลังดู ·/)).not.toBeInTheDocument()
  expect(heights()).toEqual(before)
  for (const socket of desk.sockets) socket.drop(1006)
  await expect.element(find(UNASSIGNED_NAME).getByText(/กำลังดู ·/)).not.toBeInTheDocument()
})
