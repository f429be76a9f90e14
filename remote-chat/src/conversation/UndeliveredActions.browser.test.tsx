import { staffMemberOf } from 'shared/testing/mock-tickets.ts'
import { describe, expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import ChatQueuePage from '../pages/ChatQueuePage.page.tsx'
import { desk, installMockDesk } from '../testing/installed-desk.ts'
import { OWN_TICKET, openChat, sendsOf } from '../testing/open-conversation.tsx'
import { renderPage } from '../testing/render-page.tsx'

const id = OWN_TICKET
installMockDesk()

describe('message that LINE has refused', () => {
  /** Writes consecutive failed messages of the user, newest last. */
  const failedOnes = (...texts: [text: string, error: string][]) =>
    texts.map(([text, delivery_error]) =>
      desk.write(id, text, {
        direction: 'OUT',
        sender: staffMemberOf(desk.me),
        delivery: 'failed',
        delivery_error,
      }),
    )
  const bubbleOf = (message: { id: string }) => document.querySelector(`[data-message="${message.id}"]`)
  const readsOf = (message: { id: string }) => expect.poll(() => bubbleOf(message)?.textContent)

  test('shows the failure and its reason under each of several consecutive failed messages', async () => {
    const [first, second] = failedOnes(['หนึ่ง', 'line_rejected'], ['สอง', 'line_quota'])
    await openChat()
    if (!first || !second) throw new Error('nothing has failed')
    for (const [message, reason] of [
      [first, /! ส่งไม่สำเร็จ: LINE ไม่รับข้อความนี้/],
      [second, /! ส่งไม่สำเร็จ: OA นี้ใช้โควตา/],
    ] as const) {
      await readsOf(message).toMatch(reason)
      expect(bubbleOf(message)).toHaveAttribute('data-failed')
    }
  })

  test('resends a failed image as an image', async () => {
    const link = 'https://pictures.example/slip.png'
    const failed = desk.write(id, '', {
      direction: 'OUT',
      message_type: 'image',
      text: null,
      image_url: link,
      sender: staffMemberOf(desk.me),
      delivery: 'failed',
      delivery_error: 'invalid_request',
    })
    const { chat } = await openChat()
    await expect.element(chat.getByRole('button', { name: 'แก้ไข' })).not.toBeInTheDocument()
    // The request fails without automatic retries, so that the button remains until it is clicked.
    desk.fail(/send$/, { status: 500, body: {} })
    await chat.getByRole('button', { name: 'ส่งอีกครั้ง' }).click()
    const again = chat.getByRole('button', { name: 'ลองใหม่' })
    await expect.element(again).toBeVisible()
    await expect.poll(() => chat.getByRole('link', { name: /^เปิดรูปภาพ/ }).elements().length).toBe(2)
    await expect.element(chat.getByRole('button', { name: 'แก้ไข' })).not.toBeInTheDocument()
    await again.click()
    await expect.element(chat.getByText('ส่งใหม่แล้ว')).toBeVisible()
    await expect.element(again).not.toBeInTheDocument()
    const [first, second] = sendsOf(desk)
    expect(first).toMatchObject({ type: 'image', image_url: link, retry_of: failed.id })
    expect(second).toEqual(first)
    expect(first).not.toHaveProperty('text')
  })

  test('a failed message is resent once and then shown as resent, also after a reload', async () => {
    const [failed] = failedOnes(['ไปไม่ถึง', 'line_rejected'])
    if (!failed) throw new Error('nothing has failed')
    const { screen, chat } = await openChat()
    const go = desk.hold(/send/)
    const again = chat.getByRole('button', { name: 'ส่งอีกครั้ง' })
    await expect.element(again).toBeVisible()
    ;(again.element() as HTMLElement).focus()
    await userEvent.keyboard('{Enter}')
    await expect.element(again).not.toBeInTheDocument()
    await expect.element(chat.getByRole('log')).toHaveFocus()
    go()
    await readsOf(failed).toMatch(/ส่งใหม่แล้ว$/)
    expect(bubbleOf(failed)).not.toHaveAttribute('data-failed')
    expect(sendsOf(desk)).toMatchObject([{ text: 'ไปไม่ถึง', retry_of: failed.id }])
    await screen.unmount()
    await openChat()
    await readsOf(failed).toMatch(/ส่งใหม่แล้ว$/)
    expect(bubbleOf(failed)?.querySelector('button')).toBeNull()
  })

  test('a failed message is shown as resent when a colleague has resent it', async () => {
    const [failed] = failedOnes(['ไปไม่ถึง', 'line_rejected'])
    if (!failed) throw new Error('nothing has failed')
    const { chat } = await openChat()
    await expect.element(chat.getByRole('button', { name: 'ส่งอีกครั้ง' })).toBeVisible()
    desk.changeMessage(failed.id, { retried: true })
    await readsOf(failed).toMatch(/ส่งใหม่แล้ว$/)
    await expect.element(chat.getByRole('button', { name: 'ส่งอีกครั้ง' })).not.toBeInTheDocument()
    await expect.element(chat.getByRole('button', { name: 'แก้ไข' })).not.toBeInTheDocument()
  })

  test('a failed message that was delivered after all is shown as sent, and its replacement is not sent', async () => {
    const [failed] = failedOnes(['ไปไม่ถึง', 'line_rejected'])
    if (!failed) throw new Error('nothing has failed')
    const { chat } = await openChat()
    await chat.getByRole('button', { name: 'ส่งอีกครั้ง' }).click()
    await readsOf(failed).toMatch(/ส่งใหม่แล้ว$/)
    const again = desk.messages.find((each) => each.retry_of === failed.id)
    if (!again) throw new Error('nothing was sent again')
    desk.changeMessage(failed.id, { delivery: 'sent', delivery_error: null })
    desk.changeMessage(again.id, { delivery: 'failed', delivery_error: 'withdrawn_arrived' })
    await readsOf(failed).toMatch(/✓ ส่งแล้ว/)
    await readsOf(again).toMatch(/ไม่ได้ส่งซ้ำ เพราะข้อความเดิมถึงลูกค้าแล้ว$/)
    expect(bubbleOf(again)?.querySelector('button')).toBeNull()
  })

  test('a failed message withdrawn by keyboard is shown as withdrawn, clears the list’s error, and offers no resend', async () => {
    const [failed] = failedOnes(['ไม่ต้องส่งแล้ว', 'line_quota'])
    if (!failed) throw new Error('nothing has failed')
    const { screen, chat, log } = await openChat()
    await expect.element(screen.getByText('! ส่งไม่สำเร็จ', { exact: true })).toBeVisible()
    const withdraw = chat.getByRole('button', { name: 'ยกเลิก ข้อความนี้' })
    ;(withdraw.element() as HTMLElement).focus()
    await userEvent.keyboard('{Enter}')
    await readsOf(failed).toMatch(/ยกเลิกแล้ว$/)
    expect(bubbleOf(failed)).not.toHaveAttribute('data-failed')
    expect(bubbleOf(failed)?.querySelector('button')).toBeNull()
    await expect.element(log).toHaveFocus()
    await expect.element(screen.getByText('! ส่งไม่สำเร็จ', { exact: true })).not.toBeInTheDocument()
    expect(desk.count(/withdraw$/)).toBe(1)
    expect(sendsOf(desk)).toEqual([])
  })

  test('a failed message is shown as withdrawn when a colleague has withdrawn it', async () => {
    const [failed] = failedOnes(['ไปไม่ถึง', 'line_rejected'])
    if (!failed) throw new Error('nothing has failed')
    const { chat } = await openChat()
    await expect.element(chat.getByRole('button', { name: 'ส่งอีกครั้ง' })).toBeVisible()
    desk.changeMessage(failed.id, { delivery_error: 'withdrawn' })
    await readsOf(failed).toMatch(/ยกเลิกแล้ว$/)
    await expect.element(chat.getByRole('button', { name: 'ส่งอีกครั้ง' })).not.toBeInTheDocument()
    await expect.element(chat.getByRole('button', { name: 'ยกเลิก ข้อความนี้' })).not.toBeInTheDocument()
  })

  test('reports why a failed message cannot be withdrawn', async () => {
    const [failed] = failedOnes(['ไปไม่ถึง', 'line_rejected'])
    if (!failed) throw new Error('nothing has failed')
    const { screen, chat } = await openChat()
    const withdraw = chat.getByRole('button', { name: 'ยกเลิก ข้อความนี้' })
    await expect.element(withdraw).toBeVisible()
    desk.fail(/withdraw$/, { status: 409, body: { code: 'message_under_way' } })
    await withdraw.click()
    await expect.element(screen.getByText('ข้อความนี้ส่งออกไปแล้ว จึงยกเลิกไม่ได้')).toBeVisible()
    await expect.element(withdraw).toBeVisible()
    await withdraw.click()
    await readsOf(failed).toMatch(/ยกเลิกแล้ว$/)
  })

  test('in a closed ticket, a failed message can be withdrawn but not resent', async () => {
    const [failed] = failedOnes(['ไปไม่ถึง', 'line_rejected'])
    if (!failed) throw new Error('nothing has failed')
    desk.change(id, { status: 'CLOSED', closed_at: new Date().toISOString() })
    const { screen } = await renderPage(ChatQueuePage, `/chat-queue?ticket=${id}`)
    const chat = screen.getByRole('complementary')
    await chat.getByRole('button', { name: 'ยกเลิก ข้อความนี้' }).click()
    await readsOf(failed).toMatch(/ยกเลิกแล้ว$/)
    await expect.element(chat.getByRole('button', { name: 'ส่งอีกครั้ง' })).not.toBeInTheDocument()
  })

  test.each([
    ['reply_unknown', '! ไม่แน่ใจว่าถึงลูกค้าหรือไม่'],
    ['line_unreachable', '! ติดต่อ LINE ไม่ได้ ไม่แน่ใจว่าถึงลูกค้าหรือไม่'],
    ['retry_key_expired', '! ไม่แน่ใจว่าข้อความถึงลูกค้าแล้วหรือไม่'],
  ])(
    'does not show a message with unknown delivery (%s) as failed, and resends it only after a warning',
    async (error, words) => {
      const [unknown] = failedOnes(['โอนคืนแล้วค่ะ', error])
      if (!unknown) throw new Error('nothing has failed')
      const { screen, chat } = await openChat()
      await readsOf(unknown).toContain(words)
      expect(bubbleOf(unknown)).not.toMatchTextContent('ส่งไม่สำเร็จ')
      const again = chat.getByRole('button', { name: 'ส่งอีกครั้ง' })
      // Uses the keyboard, because a layout shift could move the button away from the pointer.
      await expect.element(again).toBeVisible()
      ;(again.element() as HTMLElement).focus()
      await userEvent.keyboard('{Enter}')
      const confirmation = screen.getByRole('dialog', { name: 'ลูกค้าอาจได้รับข้อความซ้ำ' })
      // Enter does not resend, because the cancel button has the focus.
      await expect.element(confirmation.getByRole('button', { name: 'ยกเลิก' })).toHaveFocus()
      await userEvent.keyboard('{Escape}')
      await expect.element(confirmation).not.toBeInTheDocument()
      expect(sendsOf(desk)).toEqual([])
      await again.click()
      await confirmation.getByRole('button', { name: 'ส่งอีกครั้ง' }).click()
      await readsOf(unknown).toMatch(/ส่งใหม่แล้ว$/)
      expect(sendsOf(desk)).toMatchObject([{ text: 'โอนคืนแล้วค่ะ', retry_of: unknown.id }])
    },
  )

  test('edits a message with unknown delivery only after a warning', async () => {
    const [unknown] = failedOnes(['โอนคืนแล้วค่ะ', 'reply_unknown'])
    if (!unknown) throw new Error('nothing has failed')
    const { screen, chat, composer } = await openChat()
    await chat.getByRole('button', { name: 'แก้ไข' }).click()
    const confirmation = screen.getByRole('dialog', { name: 'ลูกค้าอาจได้รับข้อความซ้ำ' })
    await expect.element(confirmation).toBeVisible()
    await expect.element(composer).toHaveValue('')
    await confirmation.getByRole('button', { name: 'แก้ไขแล้วส่งใหม่' }).click()
    await expect.element(composer).toHaveValue('โอนคืนแล้วค่ะ')
  })

  test('a failed message can be edited in an empty field, which takes the focus, and the edited text replaces the message', async () => {
    const [failed] = failedOnes(['พิมพ์ผิด', 'line_rejected'])
    if (!failed) throw new Error('nothing has failed')
    const { screen, chat, composer } = await openChat()
    const edit = chat.getByRole('button', { name: 'แก้ไข' })
    await composer.fill('กำลังเขียน')
    await expect.element(edit).toHaveAttribute('aria-disabled', 'true')
    await expect.element(edit).toHaveAccessibleDescription('มีข้อความอยู่ในช่องพิมพ์ กรุณาส่งหรือลบก่อน')
    ;(edit.element() as HTMLElement).click()
    await expect.element(screen.getByText('มีข้อความอยู่ในช่องพิมพ์ กรุณาส่งหรือลบก่อน')).toBeVisible()
    await expect.element(composer).toHaveValue('กำลังเขียน')
    await composer.fill('')
    await edit.click()
    await expect.element(composer).toHaveValue('พิมพ์ผิด')
    await expect.element(composer).toHaveFocus()
    await expect.element(edit).toHaveAttribute('aria-disabled', 'true')
    await userEvent.keyboard(' แก้แล้ว')
    await expect.element(composer).toHaveValue('พิมพ์ผิด แก้แล้ว')
    // The draft stores which message it replaces.
    await screen.unmount()
    await openChat()
    await composer.click()
    await userEvent.keyboard('{Control>}{Enter}{/Control}')
    await readsOf(failed).toMatch(/แก้ไขแล้วส่งใหม่$/)
    expect(sendsOf(desk)).toMatchObject([{ text: 'พิมพ์ผิด แก้แล้ว', retry_of: failed.id }])
  })

  test('keeps an edited text in the field and does not send it when a colleague has resent the message', async () => {
    const [failed] = failedOnes(['พิมพ์ผิด', 'line_rejected'])
    if (!failed) throw new Error('nothing has failed')
    const { screen, chat, composer } = await openChat()
    await chat.getByRole('button', { name: 'แก้ไข' }).click()
    await composer.fill('แก้แล้ว')
    const otherRetry = { direction: 'OUT', client_message_id: 'other', retry_of: failed.id } as const
    desk.write(id, 'พิมพ์ผิด', otherRetry)
    await composer.click()
    await userEvent.keyboard('{Control>}{Enter}{/Control}')
    await expect.element(screen.getByText(/มีผู้ส่งข้อความเดิมใหม่แล้ว/)).toBeVisible()
    await expect.element(composer).toHaveValue('แก้แล้ว')
    await userEvent.keyboard('{Control>}{Enter}{/Control}')
    await expect.element(composer).toHaveValue('')
    await expect.poll(() => sendsOf(desk).map((each) => each.retry_of)).toEqual([failed.id, undefined])
  })
})
