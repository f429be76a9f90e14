import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { attachImages } from '../outbox/attach-images.ts'
import { outboxStored, readOutbox } from '../outbox/outbox.store.ts'
import { installMockDesk } from '../testing/installed-desk.ts'
import { OWN_TICKET, openChat } from '../testing/open-conversation.tsx'
import { refuseStorage } from '../testing/refuse-storage.ts'

vi.mock('../outbox/attach-images.ts', { spy: true })
installMockDesk()
beforeEach(() => void vi.mocked(attachImages).mockClear())

/** Pastes images into the field and returns the dialog that opens. */
async function paste(...names: string[]) {
  const { composer, screen } = await openChat()
  // Waits, because the paste handler is loaded after the field.
  await expect.element(screen.getByRole('button', { name: 'แนบรูปภาพ' })).toBeVisible()
  const pasted = new DataTransfer()
  for (const name of names) pasted.items.add(new File(['x'], name, { type: 'image/png' }))
  // Repeats the paste until the handler is attached.
  const paste = () => new ClipboardEvent('paste', { clipboardData: pasted, bubbles: true, cancelable: true })
  await expect.poll(() => composer.element().dispatchEvent(paste())).toBe(false)
  const confirmation = page.getByRole('dialog', { name: 'ส่งรูปภาพ' })
  return { screen, confirmation, send: confirmation.getByRole('button', { name: 'ส่งรูปภาพ', exact: true }) }
}

test('keeps the image dialog open until the browser has stored the images, and sends them once', async () => {
  let finish = (_: readonly File[]) => {}
  const attach = vi.mocked(attachImages).mockReturnValueOnce(
    new Promise((resolve) => {
      finish = resolve
    }),
  )
  const { confirmation, send } = await paste('สลิป.png')
  await send.click()
  await expect.poll(() => attach.mock.calls.map(([, ticketId]) => ticketId)).toEqual([OWN_TICKET])
  await expect.element(confirmation).toBeVisible()
  await expect.element(confirmation.getByRole('button', { name: 'ไม่ส่งรูป สลิป.png' })).toBeDisabled()
  await expect.element(send).toBeDisabled()
  finish([])
  await expect.element(confirmation).not.toBeInTheDocument()
  expect(attach).toHaveBeenCalledOnce()
})

test('sends no image when the first one cannot be stored, and keeps all images for a retry', async () => {
  const names = ['หนึ่ง.png', 'สอง.png', 'สาม.png']
  const { screen, confirmation, send } = await paste(...names)
  refuseStorage()
  await send.click()
  await expect.element(screen.getByText(/เก็บข้อความก่อนส่งไม่ได้/)).toBeVisible()
  await expect.element(send).toBeEnabled()
  for (const name of names) await expect.element(confirmation.getByRole('img', { name })).toBeVisible()
  expect(readOutbox()).toEqual([])
  await send.click()
  await expect.element(confirmation).not.toBeInTheDocument()
  expect(readOutbox().map(({ image }) => image?.name)).toEqual(names)
})

test('sends no further images when the image dialog is closed while the first batch is being stored', async () => {
  const names = ['1.png', '2.png', '3.png', '4.png', '5.png', '6.png']
  const { confirmation, send } = await paste(...names)
  const real = IDBDatabase.prototype.transaction
  const begun = vi.spyOn(IDBDatabase.prototype, 'transaction')
  onTestFinished(() => begun.mockRestore())
  begun.mockImplementation(function (this: IDBDatabase, ...args) {
    // Keeps the database transaction open until the mock is restored.
    const tx = real.apply(this, args)
    const hold = () => {
      if (begun.getMockImplementation() !== undefined)
        tx.objectStore(tx.objectStoreNames[0] ?? '').count().onsuccess = hold
    }
    hold()
    return tx
  })
  await send.click()
  await expect.poll(() => readOutbox().length).toBe(5)
  await userEvent.keyboard('{Escape}')
  await expect.element(confirmation).not.toBeInTheDocument()
  begun.mockRestore()
  await outboxStored()
  await expect
    .poll(() => vi.mocked(attachImages).mock.settledResults.at(-1))
    .toEqual({ type: 'fulfilled', value: [] })
  expect(readOutbox().map(({ image }) => image?.name)).toEqual(names.slice(0, 5))
})

test('pastes content copied from an office program as text, not as an image', async () => {
  const { composer, screen } = await openChat()
  await expect.element(screen.getByRole('button', { name: 'แนบรูปภาพ' })).toBeVisible()
  const copied = (...types: string[]) => {
    const copy = new DataTransfer()
    for (const type of types) copy.setData(type, 'ยอดรวม 500')
    copy.items.add(new File(['x'], 'image.png', { type: 'image/png' }))
    return new ClipboardEvent('paste', { clipboardData: copy, bubbles: true, cancelable: true })
  }
  // An image copied from a web page also has HTML, and a copied file has its name as text: both are accepted as images.
  await expect.poll(() => composer.element().dispatchEvent(copied('text/html'))).toBe(false)
  expect(composer.element().dispatchEvent(copied('text/plain'))).toBe(false)
  expect(composer.element().dispatchEvent(copied('text/plain', 'text/html'))).toBe(true)
})

test('accepts a pasted image wherever the focus is in the conversation, but not while another text field has the focus', async () => {
  const { chat, log, screen } = await openChat()
  await expect.element(screen.getByRole('button', { name: 'แนบรูปภาพ' })).toBeVisible()
  function isAccepted(target: Element): boolean {
    const clipboardData = new DataTransfer()
    clipboardData.items.add(new File(['x'], 'image.png', { type: 'image/png' }))
    return !target.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
    )
  }
  const targets = [
    log,
    chat.getByRole('button', { name: 'ปิดเคส' }),
    chat.getByRole('textbox', { name: 'พิมพ์ข้อความ' }),
  ]
  for (const target of targets) expect(isAccepted(target.element())).toBe(true)
  expect(isAccepted(document.body)).toBe(true)
  expect(isAccepted(screen.getByRole('searchbox').element())).toBe(false)
})
