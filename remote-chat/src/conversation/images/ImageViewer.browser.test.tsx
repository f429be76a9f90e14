import { mockMedia } from 'shared/testing/mock-kinds.ts'
import { MockSlip } from 'shared/testing/mock-tickets.ts'
import { expect, onTestFinished, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import ChatQueuePage from '../../pages/ChatQueuePage.page.tsx'
import { desk, installMockDesk } from '../../testing/installed-desk.ts'
import { OWN_TICKET, openChat } from '../../testing/open-conversation.tsx'
import { bubbleOf, imageBubble, renderMessage } from '../../testing/render-kind.ts'
import { renderPage } from '../../testing/render-page.tsx'

installMockDesk()

const renderImages = () =>
  [1, 2, 3].map((number) =>
    renderMessage(imageBubble(mockMedia({ url: `${MockSlip}?${number}` })), '[รูปภาพ]'),
  )
const thumbnailOf = (texts: { id: string }) => bubbleOf(texts).querySelector('a') as HTMLAnchorElement

/** Opens the viewer at the second of three images. */
async function openViewer() {
  const texts = renderImages()
  const { screen } = await renderPage(ChatQueuePage, `/chat-queue?ticket=${OWN_TICKET}`)
  await expect.element(screen.getByRole('log').getByRole('img', { name: 'รูปภาพ' }).last()).toBeInTheDocument()
  // Waits until the initial focus has moved to the conversation's dialog or the reply field.
  await expect.poll(() => document.activeElement).not.toBe(document.body)
  const second = thumbnailOf(texts[1] ?? { id: '' })
  second.scrollIntoView()
  second.focus()
  await userEvent.keyboard('{Enter}')
  const viewer = screen.getByRole('dialog', { name: 'ดูรูปภาพ' })
  await expect.element(viewer.getByText(/รูปที่ \d+ จาก \d+/)).toBeVisible()
  const shown = () => viewer.getByRole('img', { name: 'รูปภาพ' }).element() as HTMLImageElement
  await expect.poll(() => shown().naturalWidth).toBeGreaterThan(0)
  // Key presses reach the viewer only once its close button has the focus.
  await expect.element(viewer.getByRole('button', { name: 'ปิด', exact: true })).toHaveFocus()
  return { texts, second, viewer, shown, position: viewer.getByText(/รูปที่/) }
}

test.each([
  [1440, 900],
  [390, 844],
])(
  'at %i px the image viewer shows an image full screen, zooms it by keys, rotates it by a button, and moves to the next image',
  async (width, height) => {
    await page.viewport(width, height)
    const { viewer, shown, position, second } = await openViewer()
    const before = position.element().textContent ?? ''
    const number = Number(/รูปที่ (\d+)/.exec(before)?.[1])
    expect(shown().src).toContain('?2')
    const size = () => shown().getBoundingClientRect()
    // Initially the whole image is visible.
    expect(size().width).toBeLessThanOrEqual(width)
    expect(size().bottom).toBeLessThanOrEqual(height)
    const [wide, high] = [size().width, size().height]
    await userEvent.keyboard('{+}')
    await expect.poll(() => size().width).toBeGreaterThan(wide * 1.3)
    await userEvent.keyboard('0')
    await expect.poll(() => Math.abs(size().width - wide)).toBeLessThan(1)
    await page.getByRole('button', { name: 'หมุน 90 องศา' }).click()
    await expect.poll(() => size().width > size().height).toBe(wide < high)
    expect(size().width).toBeLessThanOrEqual(width + 1)
    expect(size().left).toBeGreaterThanOrEqual(-1)
    await userEvent.keyboard('{ArrowRight}')
    await expect.element(position).toMatchTextContent(`รูปที่ ${number + 1} จาก`)
    expect(shown().src).toContain('?3')
    // The next image is not rotated and is the last one.
    await expect.element(viewer.getByRole('button', { name: 'รูปถัดไป' })).toBeDisabled()
    await userEvent.keyboard('{ArrowLeft}{ArrowLeft}')
    await expect.poll(() => shown().src).toContain('?1')
    await expect.element(viewer.getByRole('link', { name: 'ดาวน์โหลด' })).toHaveAttribute('download', '')
    await expect.element(viewer.getByRole('link', { name: 'เปิดต้นฉบับ' })).toHaveAttribute('target', '_blank')
    await userEvent.keyboard('{Escape}')
    await expect.element(viewer).not.toBeInTheDocument()
    await expect.poll(() => document.activeElement).toBe(second)
  },
)

test('a click on an image with a modifier key follows its link instead of opening the viewer', async () => {
  const [first] = renderImages()
  const { screen } = await openChat()
  const followed: boolean[] = []
  const handleEvent = (event: MouseEvent) => {
    followed.push(!event.defaultPrevented)
    event.preventDefault()
  }
  window.addEventListener('click', handleEvent)
  onTestFinished(() => window.removeEventListener('click', handleEvent))
  thumbnailOf(first ?? { id: '' }).dispatchEvent(
    new MouseEvent('click', { bubbles: true, cancelable: true, ctrlKey: true }),
  )
  expect(followed).toEqual([true])
  await expect.element(screen.getByRole('dialog')).not.toBeInTheDocument()
})

test('the image viewer reports that the shown image was unsent', async () => {
  const { texts, viewer } = await openViewer()
  desk.changeMessage(texts[1]?.id ?? '', { text: 'ยกเลิกข้อความแล้ว', content: { kind: 'unsent' } })
  await expect.element(viewer.getByText('รูปนี้ไม่อยู่แล้ว')).toBeVisible()
  // The previous and next images remain reachable.
  await expect.element(viewer.getByRole('button', { name: 'รูปก่อนหน้า' })).toBeEnabled()
  await viewer.getByRole('button', { name: 'รูปถัดไป' }).click()
  await expect
    .element(viewer.getByRole('img', { name: 'รูปภาพ' }))
    .toHaveAttribute('src', expect.stringContaining('?3'))
})
