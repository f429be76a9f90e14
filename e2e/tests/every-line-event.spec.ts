import type { Locator, Page } from '@playwright/test'
import {
  type WebhookFixture,
  webhookFixtures,
} from '../../line-simulator/src/line-schemas/webhook-fixtures.ts'
import { axeOf } from '../src/axe-problems.ts'
import { expect, test } from '../src/desk-test.ts'
import { misplacedTexts } from '../src/text-positions.ts'

const STICKER = { bubble: /^\[สติกเกอร์\] สวัสดี, hello$/, line: '[สติกเกอร์] สวัสดี, hello' }
const PICTURE = { bubble: /^รูปภาพ$/, line: '[รูปภาพ]' }
const BUTTON = { bubble: /^กดปุ่ม$/, line: '[กดปุ่ม]' }

/** Expected text of each fixture: in the message's bubble, and in the ticket list while the message is the newest. */
const READ: Record<string, { bubble: RegExp; line: string | RegExp }> = {
  // Another event of the fixtures unsends this message.
  text: { bubble: /^ยกเลิกข้อความแล้ว$/, line: 'ฝากเงินไม่เข้าค่ะ' },
  'text with LINE emoji': { bubble: /^\(hello\) สวัสดี \(love\)$/, line: '(hello) สวัสดี (love)' },
  'text with mentions': {
    bubble: /^@OA หลัก ช่วยดูให้ @All หน่อย$/,
    line: '@OA หลัก ช่วยดูให้ @All หน่อย',
  },
  'text that quotes': { bubble: /^ลูกค้า ยกเลิกข้อความแล้ว อันนี้ค่ะ$/, line: 'อันนี้ค่ะ' },
  'text that quotes an unknown message': {
    bubble: /^ตอบกลับข้อความก่อนหน้า ข้อความเก่า$/,
    line: 'ข้อความเก่า',
  },
  'text without a token to mark it as read': { bubble: /^ok$/, line: 'ok' },
  image: PICTURE,
  'image, external': { bubble: /^เปิดรูปภาพ example\.com$/, line: '[รูปภาพ]' },
  'image 2 of a set of 3': PICTURE,
  'image 1 of a set of 3': PICTURE,
  'image 3 of a set of 3': PICTURE,
  'image of a set without its position': PICTURE,
  video: { bubble: /^วิดีโอ 00:05$/, line: '[วิดีโอ]' },
  'video, external, no duration': { bubble: /^เปิดวิดีโอ example\.com$/, line: '[วิดีโอ]' },
  audio: { bubble: /^เล่นเสียง ตำแหน่งในเสียง 00:03$/, line: '[เสียง]' },
  'audio, external, no duration': { bubble: /^เปิดเสียง example\.com$/, line: '[เสียง]' },
  file: {
    bubble: /^ใบเสร็จ พ\.ย\. 2569\.pdf PDF · \S+ \S+ ดาวน์โหลด$/,
    line: '[ไฟล์] ใบเสร็จ พ.ย. 2569.pdf',
  },
  location: {
    bubble: /^อนุสาวรีย์ชัยสมรภูมิ ถนนพญาไท เขตราชเทวี กรุงเทพมหานคร 10400 เปิดแผนที่$/,
    line: /^\[ตำแหน่ง\] อนุสาวรีย์ชัยสมรภูมิ/,
  },
  'location with only coordinates': { bubble: /^ตำแหน่ง -33\.86, 151\.21 เปิดแผนที่$/, line: '[ตำแหน่ง]' },
  ...Object.fromEntries(
    [
      ...['STATIC', 'ANIMATION', 'SOUND', 'ANIMATION_SOUND', 'POPUP', 'POPUP_SOUND'],
      ...['CUSTOM', 'MESSAGE', 'NAME_TEXT', 'PER_STICKER_TEXT'],
    ].map((type) => [`sticker, ${type}`, STICKER]),
  ),
  'sticker with a text of its own': {
    bubble: /^\[สติกเกอร์\] เดี๋ยวโอนให้นะ$/,
    line: '[สติกเกอร์] เดี๋ยวโอนให้นะ',
  },
  'sticker that quotes': { bubble: /^ลูกค้า ยกเลิกข้อความแล้ว \[สติกเกอร์\]$/, line: '[สติกเกอร์]' },
  'sticker, resource type unknown': { bubble: /^\[สติกเกอร์\]$/, line: '[สติกเกอร์]' },
  'message, standby': { bubble: /^ถามอีกช่องทาง$/, line: 'ถามอีกช่องทาง' },
  'message, redelivered': { bubble: /^ส่งมาแล้วรอบหนึ่ง$/, line: 'ส่งมาแล้วรอบหนึ่ง' },
  'message with fields unknown': { bubble: /^ใหม่$/, line: 'ใหม่' },
  'message of an unknown type': { bubble: /^\[ข้อความที่ยังแสดงไม่ได้\]$/, line: '[ข้อความที่ยังแสดงไม่ได้]' },
  postback: BUTTON,
  'postback with a datetime': {
    bubble: /^กดปุ่ม: 22 พ.ย. 2569 14:30 น.$/,
    line: '[กดปุ่ม] 22 พ.ย. 2569 14:30 น.',
  },
  'postback with a date': { bubble: /^กดปุ่ม: 22 พ\.ย\. 2569$/, line: '[กดปุ่ม] 22 พ.ย. 2569' },
  'postback of a rich menu': BUTTON,
}

const isMessageEvent = ({ event }: WebhookFixture) => event.type === 'message' || event.type === 'postback'

/** Returns the visible and accessible text of a bubble, without sender, time and images that are not loaded. */
function readBubble(bubble: Element): string {
  const words: string[] = []
  const read = (node: Node): void => {
    if (node.nodeType === Node.TEXT_NODE) words.push(node.textContent ?? '')
    if (!(node instanceof Element) || node.matches('audio, [aria-hidden="true"]')) return
    if (node.matches('div:has(> time)') || /^\S+: $/.test(node.textContent ?? '')) return
    const isThere = !(node instanceof HTMLImageElement) || node.naturalWidth > 0
    if (isThere) words.push(node.getAttribute('aria-label') ?? node.getAttribute('alt') ?? '')
    const isBlock = getComputedStyle(node).display !== 'inline'
    if (isBlock) words.push(' ')
    for (const child of node.childNodes) read(child)
    if (isBlock) words.push(' ')
  }
  for (const child of bubble.childNodes) read(child)
  return words.join('').replace(/\s+/g, ' ').trim()
}

/** Checks a page with axe, and the readability of all of its text. */
async function inspect(page: Page, chat: Locator): Promise<void> {
  const { violations } = await axeOf(page).include('[role="log"]').analyze()
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target).join(' ')}`)).toEqual(
    [],
  )
  await expect.poll(() => misplacedTexts(page)).toEqual([])
  await expect(chat).toBeVisible()
}

test.afterEach(({ simulator }) => simulator.setRedelivery('main', false))

test('the conversation and the ticket list handle every LINE event of a one-to-one chat', async ({
  browser,
  deskUrl,
  simulator,
  signIn,
}) => {
  test.setTimeout(180_000)
  const name = 'ทดสอบ ทุกชนิด'
  const { user_id } = await simulator.addCustomer(name)
  // Enables redelivery, because LINE's timeout is two seconds and the machine may be busy.
  await simulator.setRedelivery('main', true)
  const fixtures = webhookFixtures({ userId: user_id, timestamp: Date.now(), idPrefix: '571234567890' })
  const texts = fixtures.filter(isMessageEvent)
  expect(texts.map((fixture) => fixture.name).filter((each) => !(each in READ))).toEqual([])

  const page = await (await browser.newContext({ reducedMotion: 'reduce' })).newPage()
  await signIn(page, await simulator.staffWith('ADMIN'))
  await page.goto(`${deskUrl}/chat-queue?search=${encodeURIComponent(name)}`)
  const row = page.getByRole('row', { name })
  const newest = row.getByRole('cell', { name })
  for (const fixture of texts) {
    await simulator.happen('main', user_id, fixture.event)
    const { line } = READ[fixture.name] ?? {}
    await expect(newest.getByText(line ?? '', { exact: true }), fixture.name).toBeVisible()
  }

  await row.getByRole('button', { name: 'รับเคส' }).click()
  await row.getByRole('button', { name: /เปิดแชท/ }).click()
  const chat = page.getByRole('complementary', { name: `แชทกับ ${name}` })
  // Events that are not messages add no text to the conversation and break nothing.
  const blocked = chat.getByText('บล็อกบัญชีนี้แล้ว')
  for (const fixture of fixtures.filter((each) => !isMessageEvent(each))) {
    await simulator.happen('main', user_id, fixture.event)
    if (fixture.name === 'unfollow') await expect(blocked).toBeVisible()
    if (fixture.name === 'follow, unblocked') await expect(blocked).toHaveCount(0)
  }

  // Makes the window tall enough for the whole conversation, because only visible messages are rendered.
  await page.setViewportSize({ width: 1280, height: 9_000 })
  const log = chat.getByRole('log')
  const bubbles = log.locator('[data-message]')
  await expect(bubbles).toHaveCount(texts.length)
  for (const theme of ['light', 'dark']) {
    await page.evaluate((each) => localStorage.setItem('theme', each), theme)
    await page.reload()
    await expect(bubbles).toHaveCount(texts.length)
    // Expects the order on the screen, where the images of an image set are sorted by their number in the set.
    const order = [...texts]
    const second = order.findIndex((fixture) => fixture.name === 'image 2 of a set of 3')
    order.splice(second, 2, ...order.slice(second, second + 2).reverse())
    for (const [index, fixture] of order.entries()) {
      const bubble = bubbles.nth(index)
      await bubble.scrollIntoViewIfNeeded()
      const { bubble: words } = READ[fixture.name] ?? { bubble: /^$/ }
      await expect.poll(() => bubble.evaluate(readBubble), fixture.name).toMatch(words)
    }
    await inspect(page, chat)
  }
})
