import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { desk, installMockDesk } from '../testing/installed-desk.ts'
import { openQueue } from '../testing/open-queue.tsx'

installMockDesk()

test('the search has room, and all stands in one row, whatever the width and the choice', async () => {
  const { screen } = await openQueue(`/chat-queue?assignee=${desk.me.id}`)
  await expect.element(screen.getByRole('combobox', { name: 'ผู้รับผิดชอบ' })).toHaveValue(desk.me.id)
  for (const width of [769, 850, 912, 960, 1024, 1099]) {
    await page.viewport(width, 900)
    const field = screen.getByRole('searchbox').element().closest('search > *')
    const parts = [...(field?.parentElement?.children ?? [])]
    const { right, height } = (field?.parentElement ?? document.body).getBoundingClientRect()
    expect(field?.getBoundingClientRect().width, `${width} px`).toBeGreaterThanOrEqual(180)
    for (const each of parts)
      expect(each.getBoundingClientRect().right, `${width} px`).toBeLessThanOrEqual(right)
    expect(height, `${width} px`).toBeLessThan(60)
  }
})
