import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { attachPictures } from '../outbox/attach-pictures.ts'
import { installMockDesk } from '../testing/installed-desk.ts'
import { OWN_CASE, openChat } from '../testing/open-conversation.tsx'

vi.mock('../outbox/attach-pictures.ts', { spy: true })
installMockDesk()

test('the question about pictures stays until the browser has kept them, and is answered once', async () => {
  let keep = () => {}
  const attach = vi.mocked(attachPictures).mockReturnValue(
    new Promise((resolve) => {
      keep = resolve
    }),
  )
  const { composer, screen } = await openChat()
  // Who takes pictures comes a moment after the field.
  await expect.element(screen.getByRole('button', { name: 'แนบรูปภาพ' })).toBeVisible()
  const pasted = new DataTransfer()
  pasted.items.add(new File(['x'], 'สลิป.png', { type: 'image/png' }))
  composer.element().dispatchEvent(new ClipboardEvent('paste', { clipboardData: pasted, bubbles: true }))
  const question = page.getByRole('dialog', { name: 'ส่งรูปภาพ' })
  const send = question.getByRole('button', { name: 'ส่งรูปภาพ', exact: true })
  await send.click()
  await expect.poll(() => attach.mock.calls.map(([, ticketId]) => ticketId)).toEqual([OWN_CASE])
  await expect.element(question).toBeVisible()
  await expect.element(question.getByRole('button', { name: 'ไม่ส่งรูป สลิป.png' })).toBeDisabled()
  await expect.element(send).toBeDisabled()
  keep()
  await expect.element(question).not.toBeInTheDocument()
  expect(attach).toHaveBeenCalledOnce()
})
