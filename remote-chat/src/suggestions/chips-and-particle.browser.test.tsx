import { mockSuggestion } from 'shared/testing/mock-suggestions.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { desk, installMockDesk } from '../testing/installed-desk.ts'
import { openChat } from '../testing/open-conversation.tsx'

installMockDesk()

test('the row of suggestion chips scrolls by mouse wheel and shows on which side there are more chips', async () => {
  desk.suggestions.items = [1, 2, 3, 4, 5].map((number) =>
    mockSuggestion({ text: `ขอเวลาตรวจสอบสักครู่นะคะ ${number}` }),
  )
  const { chat } = await openChat()
  const list = chat.getByRole('list', { name: 'ข้อความสำเร็จรูป', exact: true })
  await expect.element(list.getByRole('button').first()).toBeVisible()
  const row = list.element()
  await expect.element(list).toHaveAttribute('data-after')
  await expect.element(list).not.toHaveAttribute('data-before')
  const scrollWheel = (deltaY: number) =>
    row.dispatchEvent(new WheelEvent('wheel', { deltaY, bubbles: true, cancelable: true }))
  expect(scrollWheel(100)).toBe(false)
  expect(row.scrollLeft).toBe(100)
  await expect.element(list).toHaveAttribute('data-before')
  scrollWheel(10_000)
  await expect.element(list).not.toHaveAttribute('data-after')
  // At the end of the row of chips, the mouse wheel scrolls the page.
  expect(scrollWheel(100)).toBe(true)
})

test('the agent is asked once for a polite particle, which is then inserted and can be changed', async () => {
  for (const key of Object.keys(localStorage))
    if (key.startsWith('polite_particle')) localStorage.removeItem(key)
  desk.suggestions.items = [mockSuggestion({ text: 'รับทราบ{{ครับ/ค่ะ}}' })]
  const { chat, composer } = await openChat()
  const chip = chat.getByRole('button', { name: /^รับทราบ/ })
  await chip.click()
  const confirmation = page.getByRole('dialog', { name: 'คำลงท้ายของคุณ' })
  await expect.element(confirmation).toBeVisible()
  await expect.element(composer).toHaveValue('')
  await confirmation.getByRole('button', { name: 'ค่ะ' }).click()
  await expect.element(composer).toHaveValue('รับทราบค่ะ')
  await expect.element(composer).toHaveFocus()
  await expect.element(chip).toHaveTextContent('รับทราบค่ะ')
  await chat.getByRole('button', { name: 'จัดการข้อความสำเร็จรูป' }).click()
  const all = page.getByRole('dialog', { name: 'ข้อความสำเร็จรูป' })
  await all.getByRole('tab', { name: 'ครับ' }).click()
  await all.getByRole('button', { name: 'ปิด', exact: true }).click()
  await composer.fill('')
  await chip.click()
  await expect.element(composer).toHaveValue('รับทราบครับ')
})
