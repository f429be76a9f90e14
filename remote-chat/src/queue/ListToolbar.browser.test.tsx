import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { desk, installMockDesk } from '../testing/installed-desk.ts'
import { openQueue } from '../testing/open-queue.tsx'

installMockDesk()

test('the list toolbar keeps all controls in one row with enough room for the search at any width', async () => {
  const { screen } = await openQueue(`/chat-queue?assignee=${desk.me.id}`)
  await expect.element(screen.getByRole('combobox', { name: 'ผู้รับผิดชอบ' })).toHaveValue(desk.me.id)
  await expect.element(screen.getByRole('option', { name: 'OA VIP' })).toBeInTheDocument()
  const measured = () => {
    const field = screen.getByRole('searchbox').element().closest('search > *')
    const bar = field?.parentElement ?? document.body
    const { right, height } = bar.getBoundingClientRect()
    return {
      window: innerWidth,
      hasSpace: (field?.getBoundingClientRect().width ?? 0) >= 180,
      isWithin: [...bar.children].every((each) => each.getBoundingClientRect().right <= right),
      isOneRow: height < 60,
    }
  }
  for (const width of [769, 850, 912, 960, 1024, 1099]) {
    await page.viewport(width, 900)
    await expect.poll(measured).toEqual({ window: width, hasSpace: true, isWithin: true, isOneRow: true })
  }
})
