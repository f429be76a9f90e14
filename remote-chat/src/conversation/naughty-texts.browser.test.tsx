import { staffMemberOf } from 'shared/testing/mock-tickets.ts'
import { INVISIBLE_TEXT, NAUGHTY_TEXTS, UNPAIRED_SURROGATE } from 'shared/testing/naughty-texts.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import ChatQueuePage from '../pages/ChatQueuePage.page.tsx'
import { desk, installMockDesk } from '../testing/installed-desk.ts'
import { isFollowed, OWN_TICKET, readAll } from '../testing/open-conversation.tsx'
import { bubbleOf } from '../testing/render-kind.ts'
import { renderPage } from '../testing/render-page.tsx'

installMockDesk()

const SIZES = [
  [390, 844],
  [1440, 900],
] as const

/** Opens one of the user's own tickets. On phones the conversation covers the list. */
async function openLog() {
  await readAll(desk)
  const { screen } = await renderPage(ChatQueuePage, `/chat-queue?ticket=${OWN_TICKET}`)
  const log = screen.getByRole('log')
  await expect.element(log).toHaveAttribute('aria-busy', 'false')
  await isFollowed(OWN_TICKET)
  return log
}

test.each(SIZES)(
  'shows any message text as plain text, complete and inside its bubble, inbound and outbound, at %i × %i',
  async (width, height) => {
    await page.viewport(width, height)
    const log = await openLog()
    for (const [name, text] of Object.entries({
      ...NAUGHTY_TEXTS,
      'half of a pair': UNPAIRED_SURROGATE,
      'nothing visible': INVISIBLE_TEXT,
    })) {
      const texts = [
        desk.write(OWN_TICKET, text),
        desk.write(OWN_TICKET, text, { direction: 'OUT', sender: staffMemberOf(desk.me) }),
      ]
      for (const message of texts) {
        const selector = `[data-message="${message.id}"]`
        await expect.poll(() => document.querySelector(selector), { message: name }).not.toBeNull()
        const bubble = bubbleOf(message)
        expect(bubble.querySelector('p')?.textContent, name).toBe(text)
        expect(bubble.querySelector('script, img, iframe, b'), name).toBeNull()
        // Measures both elements together, because the view may scroll between two measurements.
        const [inner, outer] = [bubble, log.element()].map((each) => each.getBoundingClientRect())
        expect(inner?.left, name).toBeGreaterThanOrEqual(outer?.left ?? 0)
        expect(inner?.right, name).toBeLessThanOrEqual(outer?.right ?? 0)
      }
      expect(isOverflowing(log.element()), name).toBe(false)
    }
    expect('naughty' in window).toBe(false)
  },
)

test.each(SIZES)(
  'any customer name and any last message fit the width of the list and the header, at %i × %i',
  async (width, height) => {
    await page.viewport(width, height)
    await openLog()
    const ticket = desk.tickets.get(OWN_TICKET)
    if (ticket === undefined) throw new Error('there is no such case')
    const names = ['W'.repeat(300), `\u202E${'مرحبا '.repeat(30)}`, `ก${'\u0E49'.repeat(60)}`, '<b>หนา</b>']
    for (const name of names) {
      desk.change(OWN_TICKET, { profile: { ...ticket.profile, display_name: name } })
      desk.write(OWN_TICKET, name)
      const row = () => document.querySelector(`[data-ticket-id="${OWN_TICKET}"]`)
      const elements = () => [row(), document.querySelector('[data-conversation] h2')]
      await expect
        .poll(() => elements().map((each) => each?.textContent?.includes(name)))
        .toEqual([true, true])
      expect(isOverflowing(document.documentElement), name).toBe(false)
      for (let element = row()?.parentElement; element; element = element.parentElement)
        expect(isOverflowing(element), name).toBe(false)
    }
  },
)

const isOverflowing = ({ scrollWidth, clientWidth }: Element) => scrollWidth > clientWidth

test.each(SIZES)(
  'a text that is too long does not move the buttons below the reply field, at %i × %i',
  async (width, height) => {
    await page.viewport(width, height)
    await openLog()
    const field = page.getByRole('textbox', { name: 'พิมพ์ข้อความ' })
    await field.fill('ก'.repeat(12_000))
    await expect.element(page.getByText('ยาวเกินกว่าที่ส่งได้ 12,000/5,000')).toBeVisible()
    const form = field.element().closest('form')?.getBoundingClientRect()
    for (const name of ['แนบรูปภาพ', 'จัดการข้อความสำเร็จรูป', 'ส่ง']) {
      const tool = page.getByRole('button', { name, exact: true }).element().getBoundingClientRect()
      expect(tool.left, name).toBeGreaterThanOrEqual(form?.left ?? 0)
      expect(tool.right, name).toBeLessThanOrEqual(form?.right ?? 0)
    }
  },
)
