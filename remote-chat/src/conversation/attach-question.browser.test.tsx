import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { attachPictures } from '../outbox/attach-pictures.ts'
import { outboxWritten, readOutbox } from '../outbox/outbox.store.ts'
import { installMockDesk } from '../testing/installed-desk.ts'
import { OWN_CASE, openChat } from '../testing/open-conversation.tsx'
import { refuseStorage } from '../testing/refuse-storage.ts'

vi.mock('../outbox/attach-pictures.ts', { spy: true })
installMockDesk()
// What earlier tests have attached is none of the next one's.
beforeEach(() => void vi.mocked(attachPictures).mockClear())

/** Pastes pictures into the field; a question comes. */
async function paste(...names: string[]) {
  const { composer, screen } = await openChat()
  // Who takes pictures comes a moment after the field.
  await expect.element(screen.getByRole('button', { name: 'แนบรูปภาพ' })).toBeVisible()
  const pasted = new DataTransfer()
  for (const name of names) pasted.items.add(new File(['x'], name, { type: 'image/png' }))
  // Taken once it is listened for.
  const paste = () => new ClipboardEvent('paste', { clipboardData: pasted, bubbles: true, cancelable: true })
  await expect.poll(() => composer.element().dispatchEvent(paste())).toBe(false)
  const question = page.getByRole('dialog', { name: 'ส่งรูปภาพ' })
  return { screen, question, send: question.getByRole('button', { name: 'ส่งรูปภาพ', exact: true }) }
}

test('the question about pictures stays until the browser has kept them, and is answered once', async () => {
  let keep = (_: readonly File[]) => {}
  const attach = vi.mocked(attachPictures).mockReturnValueOnce(
    new Promise((resolve) => {
      keep = resolve
    }),
  )
  const { question, send } = await paste('สลิป.png')
  await send.click()
  await expect.poll(() => attach.mock.calls.map(([, ticketId]) => ticketId)).toEqual([OWN_CASE])
  await expect.element(question).toBeVisible()
  await expect.element(question.getByRole('button', { name: 'ไม่ส่งรูป สลิป.png' })).toBeDisabled()
  await expect.element(send).toBeDisabled()
  keep([])
  await expect.element(question).not.toBeInTheDocument()
  expect(attach).toHaveBeenCalledOnce()
})

test('where the first of several cannot be kept none goes, and all stay until the person sends them again', async () => {
  const names = ['หนึ่ง.png', 'สอง.png', 'สาม.png']
  const { screen, question, send } = await paste(...names)
  refuseStorage()
  await send.click()
  await expect.element(screen.getByText(/เก็บข้อความก่อนส่งไม่ได้/)).toBeVisible()
  await expect.element(send).toBeEnabled()
  for (const name of names) await expect.element(question.getByRole('img', { name })).toBeVisible()
  expect(readOutbox()).toEqual([])
  await send.click()
  await expect.element(question).not.toBeInTheDocument()
  expect(readOutbox().map(({ picture }) => picture?.name)).toEqual(names)
})

test('closed while those of the first call to LINE are being kept, it sends the others no more', async () => {
  const names = ['1.png', '2.png', '3.png', '4.png', '5.png', '6.png']
  const { question, send } = await paste(...names)
  const real = IDBDatabase.prototype.transaction
  const begun = vi.spyOn(IDBDatabase.prototype, 'transaction')
  onTestFinished(() => begun.mockRestore())
  begun.mockImplementation(function (this: IDBDatabase, ...args) {
    // Opened, and never let finish.
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
  await expect.element(question).not.toBeInTheDocument()
  begun.mockRestore()
  await outboxWritten()
  await expect
    .poll(() => vi.mocked(attachPictures).mock.settledResults.at(-1))
    .toEqual({ type: 'fulfilled', value: [] })
  expect(readOutbox().map(({ picture }) => picture?.name)).toEqual(names.slice(0, 5))
})

test('what an office program copies is pasted as the words that it is, and not as the picture of them', async () => {
  const { composer, screen } = await openChat()
  await expect.element(screen.getByRole('button', { name: 'แนบรูปภาพ' })).toBeVisible()
  const copied = (...types: string[]) => {
    const copy = new DataTransfer()
    for (const type of types) copy.setData(type, 'ยอดรวม 500')
    copy.items.add(new File(['x'], 'image.png', { type: 'image/png' }))
    return new ClipboardEvent('paste', { clipboardData: copy, bubbles: true, cancelable: true })
  }
  // A picture of a page comes with its markup, a file with its name: both are taken.
  await expect.poll(() => composer.element().dispatchEvent(copied('text/html'))).toBe(false)
  expect(composer.element().dispatchEvent(copied('text/plain'))).toBe(false)
  expect(composer.element().dispatchEvent(copied('text/plain', 'text/html'))).toBe(true)
})

test('a picture is pasted wherever the conversation has the focus, and not from another text field', async () => {
  const { chat, log, screen } = await openChat()
  await expect.element(screen.getByRole('button', { name: 'แนบรูปภาพ' })).toBeVisible()
  function isTaken(target: Element): boolean {
    const clipboardData = new DataTransfer()
    clipboardData.items.add(new File(['x'], 'image.png', { type: 'image/png' }))
    return !target.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
    )
  }
  const places = [
    log,
    chat.getByRole('button', { name: 'ปิดเคส' }),
    chat.getByRole('textbox', { name: 'พิมพ์ข้อความ' }),
  ]
  for (const place of places) expect(isTaken(place.element())).toBe(true)
  expect(isTaken(document.body)).toBe(true)
  expect(isTaken(screen.getByRole('searchbox').element())).toBe(false)
})
