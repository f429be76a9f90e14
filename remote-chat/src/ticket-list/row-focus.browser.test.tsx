import { describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { desk, installMockDesk, replaceMockDesk } from '../testing/installed-desk.ts'
import { arrive, openQueue, ownTickets, waitingTickets } from '../testing/open-queue.tsx'
import { frames, settled } from '../testing/settled.ts'

installMockDesk()

describe('focus in the ticket list', () => {
  const confirm = async () => {
    const confirmation = page.getByRole('dialog', { name: 'ปิดเคส' })
    await expect.element(confirmation.getByRole('button', { name: 'ยกเลิก' })).toHaveFocus()
    await confirmation.getByRole('button', { name: 'ปิดเคส' }).click()
  }
  test('the focus moves from a closed row to the next, from the last row to the previous one, and finally to the list', async () => {
    replaceMockDesk({ tickets: ownTickets(3) })
    const { screen, row } = await openQueue()
    await expect.element(row(/คนที่ 2\./)).toBeVisible()
    for (const [closed, next] of [
      [/คนที่ 2\./, /คนที่ 3\./],
      [/คนที่ 3\./, /คนที่ 1\./],
    ] as const) {
      ;(row(closed).element() as HTMLElement).focus()
      const releaseResponse = desk.hold(/close/)
      await userEvent.keyboard('{ArrowRight}{Enter}')
      await confirm()
      // The busy button cannot have the focus, so its row takes it.
      await expect.element(row(closed)).toHaveFocus()
      releaseResponse()
      await expect.element(row(closed)).not.toBeInTheDocument()
      await expect.element(row(next)).toHaveFocus()
    }
    await userEvent.keyboard('{ArrowRight}{Enter}')
    await confirm()
    await expect.element(screen.getByText('ไม่มีเคสในคิว')).toBeVisible()
    await expect
      .poll(
        () =>
          document.activeElement !== document.body &&
          document.activeElement?.contains(screen.getByText('ไม่มีเคสในคิว').element()),
      )
      .toBe(true)
  })

  test('the focus moves to the next row when the ticket was closed in its conversation', async () => {
    replaceMockDesk({ tickets: ownTickets(3) })
    const { screen, row } = await openQueue()
    await row(/คนที่ 2\./).click()
    const close = screen.getByRole('complementary').getByRole('button', { name: 'ปิดเคส' })
    // The conversation takes the focus when it opens.
    await expect.element(screen.getByRole('textbox', { name: 'พิมพ์ข้อความ' })).toHaveFocus()
    ;(close.element() as HTMLElement).focus()
    await userEvent.keyboard('{Enter}')
    await confirm()
    await expect.element(screen.getByRole('complementary')).not.toBeInTheDocument()
    await expect.element(row(/คนที่ 3\./)).toHaveFocus()
  })

  test('on a phone, the focus moves to the next card when a ticket is closed', async () => {
    await page.viewport(390, 844)
    replaceMockDesk({ tickets: ownTickets(3) })
    const { screen } = await openQueue()
    const close = screen
      .getByRole('listitem')
      .filter({ hasText: 'คนที่ 2.' })
      .getByRole('button', { name: 'ปิดเคส' })
    await expect.element(close).toBeVisible()
    ;(close.element() as HTMLElement).focus()
    await userEvent.keyboard('{Enter}')
    await confirm()
    await expect.element(screen.getByRole('button', { name: /เปิดแชท ลูกค้าคนที่ 3\./ })).toHaveFocus()
  })

  test('the focus moves to the first new ticket when the user requests the new tickets', async () => {
    replaceMockDesk({ tickets: waitingTickets(30) })
    const { screen, row, client } = await openQueue()
    await screen.getByText('Live Update').hover()
    await expect.poll(() => desk.count(/order=-opened_at.*page=1\b/)).toBeGreaterThan(0)
    await expect.element(screen.getByText(/จาก 30 เคส/)).toBeVisible()
    await settled(client)
    arrive('คนมาใหม่ ก')
    const pill = screen.getByRole('button', { name: 'มีเคสใหม่ 1' })
    await expect.element(pill).toBeVisible()
    ;(pill.element() as HTMLElement).focus()
    await userEvent.keyboard('{Enter}')
    await expect.element(row(/คนมาใหม่ ก/)).toHaveFocus()
  })

  test('the focus is not taken from elsewhere when new tickets arrive', async () => {
    replaceMockDesk({ tickets: waitingTickets(30) })
    const { screen, row, client } = await openQueue('/chat-queue?closed=1')
    await screen.getByText('Live Update').hover()
    await expect.poll(() => desk.count(/order=-opened_at.*page=1\b/)).toBeGreaterThan(0)
    await expect.element(screen.getByText(/จาก 30 เคส/)).toBeVisible()
    await settled(client)
    arrive('คนมาใหม่ ก')
    const pill = screen.getByRole('button', { name: 'มีเคสใหม่ 1' })
    await expect.element(pill).toBeVisible()
    const releaseResponse = desk.hold(/^(?!.*status=OPEN).*order=-opened_at/)
    ;(pill.element() as HTMLElement).focus()
    await userEvent.keyboard('{Enter}')
    const field = screen.getByRole('searchbox')
    await field.click()
    releaseResponse()
    await expect.element(row(/คนมาใหม่ ก/)).toBeVisible()
    await frames()
    await expect.element(field).toHaveFocus()
  })

  test('the focus is not taken from elsewhere when a ticket is closed', async () => {
    replaceMockDesk({ tickets: ownTickets(3) })
    const { screen, row } = await openQueue()
    await expect.element(row(/คนที่ 2\./)).toBeVisible()
    ;(row(/คนที่ 2\./).element() as HTMLElement).focus()
    const releaseResponse = desk.hold(/close/)
    await userEvent.keyboard('{ArrowRight}{Enter}')
    await confirm()
    const field = screen.getByRole('searchbox')
    await field.click()
    releaseResponse()
    await expect.element(row(/คนที่ 2\./)).not.toBeInTheDocument()
    await expect.element(field).toHaveFocus()
  })
})
