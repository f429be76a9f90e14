import { waitForAnimations } from 'shared/testing/animations-end.ts'
import { showToast } from 'shared/ui'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { installMockDesk, replaceMockDesk } from '../testing/installed-desk.ts'
import { idNo, openQueue, ownTickets } from '../testing/open-queue.tsx'

installMockDesk()

test('a notification closes when its ticket is opened', async () => {
  replaceMockDesk({ tickets: ownTickets(3) })
  const { screen, row } = await openQueue()
  const closes = [1, 2].map((number) =>
    showToast({ text: `กล่าวถึงคุณในเคส ${number}`, timeoutMs: 0, about: `${idNo(number)} mention` }),
  )
  await expect.element(screen.getByText('กล่าวถึงคุณในเคส 2')).toBeVisible()
  await row(/คนที่ 1\./).click()
  await expect.element(screen.getByText('กล่าวถึงคุณในเคส 1')).not.toBeInTheDocument()
  await expect.element(screen.getByText('กล่าวถึงคุณในเคส 2')).toBeVisible()
  for (const close of closes) close()
})

const LONG = 'ส่งข้อความถึงลูกค้าไม่สำเร็จ ระบบขัดข้อง กรุณาลองใหม่อีกครั้ง ข้อความของคุณยังอยู่ในแชท'

test.each([
  [1440, 900, ''],
  [1440, 900, 'next to a conversation'],
  [1100, 800, ''],
  [1100, 800, 'next to a conversation'],
  [900, 800, ''],
  [900, 800, 'over a conversation'],
  [390, 844, ''],
  [390, 844, 'over a conversation'],
] as const)(
  'notifications at %i × %i %s do not cover the filters, the pager, the composer or the conversation’s header',
  async (width, height, over) => {
    await page.viewport(width, height)
    replaceMockDesk({ tickets: ownTickets(30) })
    const { screen } = await openQueue(over === '' ? '/chat-queue' : `/chat-queue?ticket=${idNo(1)}`)
    // When the conversation covers the list, only the conversation's dialog is checked.
    const shown = over === 'over a conversation' ? screen.getByRole('dialog') : screen
    const names = shown.getByText(/^ลูกค้าคนที่ \d+\.$/)
    await expect.element(names.first()).toBeVisible()
    const composer = screen.getByRole('textbox', { name: 'พิมพ์ข้อความ' })
    if (over !== '') await expect.element(composer).toBeVisible()
    const closes = [1, 2, 3].map((number) =>
      showToast({ tone: 'error', text: `${LONG} ${number}`, timeoutMs: 0 }),
    )
    await expect.element(screen.getByText(`${LONG} 3`)).toBeVisible()
    await expect.poll(() => page.getByRole('alert').elements()).toHaveLength(3)
    const boxes = () =>
      page
        .getByRole('alert')
        .elements()
        .map((each) => each.getBoundingClientRect())
    const covered = () => {
      // No notification may cover the header of a full-screen conversation, or a conversation next to the list.
      const ownNotices = document.querySelectorAll(
        over === 'over a conversation' ? '[role=dialog] header' : 'nav, search, [data-conversation]',
      )
      return [...ownNotices, ...composer.elements()]
        .map((each) => ({ each, box: each.getBoundingClientRect() }))
        .filter(({ box }) =>
          boxes().some(
            ({ left, right, top, bottom }) =>
              left < box.right && right > box.left && top < box.bottom && bottom > box.top,
          ),
        )
        .map(({ each }) => each.textContent)
    }
    await expect.poll(covered).toEqual([])
    // Measures only after the animations have ended.
    await waitForAnimations()
    expect(covered()).toEqual([])
    for (const close of closes) close()
  },
)
