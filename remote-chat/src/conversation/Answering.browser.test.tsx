import { expect, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { installMockDesk } from '../testing/installed-desk.ts'
import { openChat } from '../testing/open-conversation.tsx'

installMockDesk()

const connection = vi.hoisted(() => ({ isAway: true }))
// What is awaited fails, not the import: a browser keeps the failure of an import for good, and the built product's loader does not.
vi.mock('../notes/NoteComposer.tsx', async (original) => {
  const { NoteComposer } = await original<typeof import('../notes/NoteComposer.tsx')>()
  const fetched = async () => {
    if (connection.isAway) throw new TypeError('Failed to fetch')
    return NoteComposer
  }
  // biome-ignore lint/suspicious/noThenProperty: it is awaited
  return { NoteComposer: { then: (...told: [never, never]) => fetched().then(...told) } }
})

test('a field for notes that cannot be fetched says so and can be tried again, and nothing typed meanwhile is for the customer', async () => {
  const { chat, composer } = await openChat()
  await chat.getByRole('tab', { name: 'โน้ตภายใน' }).click()
  await expect.element(chat.getByRole('alert')).toHaveTextContent('เปิดช่องนี้ไม่สำเร็จ')
  await expect.element(composer).not.toBeInTheDocument()
  await userEvent.keyboard('ลูกค้าโอนผิดบัญชี')
  await chat.getByRole('tab', { name: 'ตอบลูกค้า' }).click()
  await expect.element(composer).toHaveValue('')
  await chat.getByRole('tab', { name: 'โน้ตภายใน' }).click()
  connection.isAway = false
  await chat.getByRole('button', { name: 'ลองใหม่' }).click()
  await expect.element(chat.getByRole('textbox', { name: 'เขียนโน้ตภายใน' })).toHaveFocus()
})
