import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { desk, installMockDesk } from '../testing/installed-desk.ts'
import { OWN_TICKET, openChat } from '../testing/open-conversation.tsx'
import { frames } from '../testing/settled.ts'

installMockDesk()

const PILED = `ก${'\u0e49'.repeat(20)}`

/** Returns the pixels of an element's upper part, once the element's position is stable. */
async function imageOf(element: Element, height: number): Promise<Uint8ClampedArray> {
  const top = () => element.getBoundingClientRect().top
  await expect
    .poll(async () => {
      const before = top()
      await frames()
      return top() === before
    })
    .toBe(true)
  const image = new Image()
  image.src = `data:image/png;base64,${await page.screenshot({ element, base64: true, save: false })}`
  await image.decode()
  const canvas = new OffscreenCanvas(image.width, height).getContext('2d')
  canvas?.drawImage(image, 0, 0)
  return canvas?.getImageData(0, 0, image.width, height).data ?? new Uint8ClampedArray()
}

test('keeps stacked combining marks inside their line and copies them completely', async () => {
  const { chat } = await openChat()
  const message = desk.write(OWN_TICKET, 'บรรทัดแรกของ ก\nบรรทัดสอง ก')
  const text = () =>
    [...chat.element().querySelectorAll('p')].find((each) => /^บรรทัดแรก/.test(each.textContent))
  await expect.poll(text).toBeDefined()
  const piled = text() ?? chat.element()
  const { height } = piled.getBoundingClientRect()
  const line = Math.floor(height / 2)
  const before = await imageOf(piled, line)
  desk.changeMessage(message.id, { text: `บรรทัดแรกของ ก\nบรรทัดสอง ${PILED}` })
  await expect.poll(() => piled.textContent).toContain(PILED)
  expect(piled.getBoundingClientRect().height).toBe(height)
  const after = await imageOf(piled, line)
  expect(after.filter((value, index) => value !== before[index])).toHaveLength(0)
  getSelection()?.selectAllChildren(piled)
  expect(getSelection()?.toString()).toBe(`บรรทัดแรกของ ก\nบรรทัดสอง ${PILED}`)
})

test.each(['น้ำ', 'น\u0e49\u0e4d\u0e32', 'เก็บ ปี๊บ ที่ ผู้', 'ฺฺ', '👩🏽‍⚕️ 1️⃣'])(
  'the text %s is not clipped and renders normally',
  async (text) => {
    const { chat } = await openChat()
    desk.write(OWN_TICKET, text)
    const bubble = () => [...chat.element().querySelectorAll('p')].find((each) => each.textContent === text)
    await expect.poll(bubble).toBeDefined()
    expect(bubble()?.querySelector('span')).toBeNull()
  },
)
