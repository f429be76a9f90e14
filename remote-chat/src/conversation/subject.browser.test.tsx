import { ISSUE_TYPES } from 'shared/contract/constants.ts'
import { seriousProblems } from 'shared/testing/axe-problems.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import ChatQueuePage from '../pages/ChatQueuePage.page.tsx'
import { desk, installMockDesk } from '../testing/installed-desk.ts'
import { OWN_TICKET, openChat, openTicket, UNASSIGNED_TICKET } from '../testing/open-conversation.tsx'
import { renderPage } from '../testing/render-page.tsx'

installMockDesk()

const { website, deposit, withdrawal } = ISSUE_TYPES
const subjectOf = (id: string) => desk.tickets.get(id)?.subject

test('corrects the issue type in the header and shows the change in the conversation', async () => {
  const { chat, log } = await openChat()
  const before = subjectOf(OWN_TICKET)
  await chat.getByRole('button', { name: `ประเภทปัญหา ${before}` }).click()
  await page.getByRole('menuitem', { name: website }).click()
  await expect.element(chat.getByRole('button', { name: `ประเภทปัญหา ${website}` })).toBeVisible()
  await expect
    .element(log.getByText(`แก้ประเภทปัญหาจาก “${before}” เป็น “${website}”`, { exact: false }))
    .toBeVisible()
  expect(subjectOf(OWN_TICKET)).toBe(website)
})

test('reports a failed correction of the issue type and shows the current one', async () => {
  const { chat } = await openChat()
  const before = subjectOf(OWN_TICKET)
  desk.fail(/\/subject$/, { status: 404, body: { detail: 'Not Found' } })
  await chat.getByRole('button', { name: /^ประเภทปัญหา/ }).click()
  await page.getByRole('menuitem', { name: website }).click()
  await expect.element(page.getByText('เซิร์ฟเวอร์นี้ยังไม่รองรับการแก้ประเภทปัญหา')).toBeVisible()
  await expect.element(chat.getByRole('button', { name: `ประเภทปัญหา ${before}` })).toBeVisible()
})

test('the issue type of an unassigned ticket can be corrected only after accepting it', async () => {
  const { chat } = await openTicket(UNASSIGNED_TICKET)
  await expect.element(chat.getByRole('button', { name: 'รับเคส', exact: true })).toBeVisible()
  await expect.element(chat.getByRole('button', { name: /^ประเภทปัญหา/ })).not.toBeInTheDocument()
})

test('saves several quick corrections of the issue type in order, so that the last one remains', async () => {
  const { chat } = await openChat()
  await chat.getByRole('button', { name: 'ปิดเคส', exact: true }).click()
  const confirmation = page.getByRole('dialog', { name: 'ปิดเคส' })
  const release = desk.hold(/\/subject$/)
  await confirmation.getByRole('button', { name: website }).click()
  await expect.poll(() => desk.count(/\/subject$/)).toBe(1)
  await confirmation.getByRole('button', { name: withdrawal }).click()
  const last = confirmation.getByRole('button', { name: deposit })
  await last.click()
  await expect.element(last).toHaveAttribute('aria-pressed', 'true')
  // The request for the last selected issue type waits until the running request has ended.
  expect(desk.count(/\/subject$/)).toBe(1)
  release()
  await expect.poll(() => subjectOf(OWN_TICKET)).toBe(deposit)
  expect(desk.count(/\/subject$/)).toBe(2)
  await expect.element(last).toHaveAttribute('aria-pressed', 'true')
})

test('corrects the issue type by one click in the close dialog', async () => {
  const { chat } = await openChat()
  await chat.getByRole('button', { name: 'ปิดเคส', exact: true }).click()
  const confirmation = page.getByRole('dialog', { name: 'ปิดเคส' })
  const choice = confirmation.getByRole('button', { name: website })
  await expect.element(choice).toHaveAttribute('aria-pressed', 'false')
  await choice.click()
  await expect.element(choice).toHaveAttribute('aria-pressed', 'true')
  await expect.poll(() => subjectOf(OWN_TICKET)).toBe(website)
  await confirmation.getByRole('button', { name: deposit }).click()
  await expect.poll(() => subjectOf(OWN_TICKET)).toBe(deposit)
  expect(await seriousProblems(confirmation.element())).toEqual([])
  await confirmation.getByRole('button', { name: 'ปิดเคส', exact: true }).click()
  await expect.poll(() => desk.tickets.get(OWN_TICKET)?.status).toBe('CLOSED')
  expect(subjectOf(OWN_TICKET)).toBe(deposit)
})

test('shows the VIP badge completely next to a long customer name', async () => {
  const profile = desk.tickets.get(OWN_TICKET)?.profile
  if (profile === undefined) throw new Error('there is no such case')
  const display_name = 'สมหมายใจดีมีสุขรุ่งเรืองทรัพย์สินเงินทองไหลมาเทมา'
  desk.change(OWN_TICKET, { profile: { ...profile, display_name, is_vip: true } })
  const { chat } = await openChat()
  const mark = chat.getByRole('heading', { name: /VIP/ }).getByText('VIP', { exact: true })
  await expect.element(mark).toBeVisible()
  const { scrollWidth, clientWidth } = mark.element()
  expect(scrollWidth).toBeLessThanOrEqual(clientWidth)
})

test.each([360, 390, 480, 1100, 1440])(
  'shows every issue type completely in the header at %i px',
  async (width) => {
    await page.viewport(width, 844)
    const { screen } = await renderPage(ChatQueuePage, `/chat-queue?ticket=${OWN_TICKET}`)
    await document.fonts.ready
    for (const subject of Object.values(ISSUE_TYPES)) {
      desk.change(OWN_TICKET, { subject })
      const button = screen.getByRole('button', { name: `ประเภทปัญหา ${subject}` })
      await expect.element(button).toBeVisible()
      const words = button.getByTitle(subject).element()
      expect(words.scrollWidth).toBeLessThanOrEqual(words.clientWidth)
    }
  },
)
