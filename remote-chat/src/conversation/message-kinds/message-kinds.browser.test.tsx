import type { Message } from 'shared/contract/messages/message.ts'
import type { MessageContent } from 'shared/contract/messages/message-content.ts'
import { axeProblems } from 'shared/testing/axe-problems.ts'
import {
  MockKinds,
  MockLongFileName,
  mockEveryKind,
  mockMedia,
  mockPending,
  mockRemovedMedia,
} from 'shared/testing/mock-kinds.ts'
import { MockSlip, staffMemberOf } from 'shared/testing/mock-tickets.ts'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { desk, installMockDesk } from '../../testing/installed-desk.ts'
import { fillConversation, OWN_TICKET, openChat, readAll } from '../../testing/open-conversation.tsx'
import {
  bubbleOf,
  imageBubble,
  missing,
  renderKind,
  renderMessage,
  sizeOf,
} from '../../testing/render-kind.ts'

const id = OWN_TICKET
installMockDesk()

test('every kind of message has visible text or a label and no accessibility problem', async () => {
  desk.messages.push(...mockEveryKind(id, desk.lastSeqOf(id) + 1))
  const { chat } = await openChat()
  const log = chat.getByRole('log')
  for (const words of [/ช่วยดูให้หน่อยนะคะ/, 'ยกเลิกข้อความแล้ว', '[ข้อความที่ยังแสดงไม่ได้]', 'กดปุ่ม: ติดต่อเจ้าหน้าที่'])
    await expect.element(log.getByText(words)).toBeInTheDocument()
  await expect.element(log.getByRole('button', { name: 'เล่นเสียง' })).toBeInTheDocument()
  await expect.element(log.getByText('เปิดแผนที่')).toBeInTheDocument()
  for (const bubble of document.querySelectorAll('[data-message]')) {
    const mediaTexts = [...bubble.querySelectorAll('img, video')].map(
      (each) => each.getAttribute('alt') || each.getAttribute('aria-label'),
    )
    expect(`${bubble.textContent} ${mediaTexts.join(' ')}`.replace(/ลูกค้า: /, '')).toMatch(/\S/)
  }
  const problems = await axeProblems(log.element(), {
    // The mock's audio and video have no captions.
    rules: { 'video-caption': { enabled: false }, 'audio-caption': { enabled: false } },
  })
  expect(problems.map(({ words }) => words)).toEqual([])
})

test('shows the start of an extremely long message, and the rest on request', async () => {
  // Each grapheme has three UTF-16 units, so that the limit of 1,000 units per piece falls inside a grapheme.
  const text = 'น้ำ'.repeat(10_000)
  const message = desk.write(id, text)
  const { log } = await openChat()
  const whole = log.getByRole('button', { name: 'แสดงทั้งหมด' })
  await expect.element(whole).toBeInTheDocument()
  const shown = () => bubbleOf(message).querySelector('p')?.textContent ?? ''
  expect(shown().length).toBeGreaterThan(4_000)
  expect(shown().length).toBeLessThan(6_000)
  await whole.click()
  await expect.poll(() => shown() === text).toBe(true)
  const pieces = [...bubbleOf(message).querySelectorAll('p > span')].map((each) => each.textContent ?? '')
  expect(pieces.length).toBeGreaterThanOrEqual(30)
  expect(pieces.filter((piece) => !piece.startsWith('น'))).toEqual([])
  await expect.element(whole).not.toBeInTheDocument()
})

test('rich messages have the same size before and after their code loads', async () => {
  const names = ['video', 'audio', 'file', 'location'] as const
  const texts = names.map((name) => renderKind(name))
  const { log } = await openChat()
  // Replaces the content by text, as it is shown before the code is loaded: the style sheet alone must set the size.
  await expect.element(log.getByText('เปิดแผนที่')).toBeInTheDocument()
  const bubbles = texts.map((message) => bubbleOf(message).querySelector('[data-kind]') as HTMLElement)
  const withCode = bubbles.map(sizeOf)
  for (const bubble of bubbles) bubble.replaceChildren(document.createTextNode('[วิดีโอ]'))
  expect(bubbles.map(sizeOf)).toEqual(withCode)
  expect(withCode.map(({ height }) => height)).toEqual([135, 44, 48, 68])
})

describe('voice message', () => {
  test('a voice message is played and scrubbed by keyboard, and never starts automatically', async () => {
    renderKind('audio')
    const { log } = await openChat()
    const play = log.getByRole('button', { name: 'เล่นเสียง' })
    await expect.element(play).toBeVisible()
    await expect.element(log.getByText('00:12')).toBeVisible()
    const audio = log.element().querySelector('audio') as HTMLAudioElement
    expect(audio.paused).toBe(true)
    expect(audio.preload).toBe('none')
    const track = log.getByRole('slider', { name: 'ตำแหน่งในเสียง' })
    ;(track.element() as HTMLElement).focus()
    await userEvent.keyboard('{ArrowRight}{ArrowRight}')
    await expect.element(track).toHaveValue('0.2')
    await expect.element(track).toHaveAttribute('aria-valuetext', '00:00 จาก 00:12')
    ;(play.element() as HTMLElement).focus()
    const ended = new Promise((resolve) => audio.addEventListener('ended', resolve, { once: true }))
    const started = new Promise((resolve) => audio.addEventListener('playing', resolve, { once: true }))
    await userEvent.keyboard(' ')
    await started
    await ended
    await expect.element(track).toHaveValue('0')
    // The real length of the audio replaces LINE's value.
    await expect.element(log.getByText('00:01')).toBeVisible()
  })

  test('a voice message continues with a new URL when the old URL has expired', async () => {
    const [, content] = MockKinds.audio
    const expired = { ...content, media: { ...content.media, url: missing } }
    const texts = renderMessage(expired, '[เสียง]')
    const { log } = await openChat()
    const index = desk.messages.findIndex((each) => each.id === texts.id)
    desk.messages[index] = { ...texts, content }
    const play = log.getByRole('button', { name: 'เล่นเสียง' })
    await play.click()
    await expect.poll(() => log.element().querySelector('audio')?.src).toBe(content.media.url)
    await expect.poll(() => log.element().querySelector('audio')?.played.length).toBeGreaterThan(0)
  })

  test('a pending and a missing voice message have a box of the same size', async () => {
    const texts = renderMessage({ kind: 'audio', media: mockPending(), duration_ms: null }, '[เสียง]')
    const { log } = await openChat()
    await expect.element(log.getByText('กำลังรับเสียงจาก LINE...')).toBeVisible()
    const before = sizeOf(bubbleOf(texts))
    desk.changeMessage(texts.id, {
      content: { kind: 'audio', media: mockRemovedMedia('not_found'), duration_ms: null },
    })
    await expect.element(log.getByText('LINE ไม่มีไฟล์นี้แล้ว ขอให้ลูกค้าส่งใหม่')).toBeVisible()
    expect(sizeOf(bubbleOf(texts))).toEqual(before)
  })
})

test('shows a video’s preview image and does not load or play it automatically', async () => {
  const texts = renderKind('video')
  const { log } = await openChat()
  await expect.poll(() => log.element().querySelector('video')).not.toBeNull()
  const video = bubbleOf(texts).querySelector('video') as HTMLVideoElement
  expect([video.preload, video.controls, video.autoplay]).toEqual(['none', true, false])
  expect(video.poster).toBe(MockSlip)
  await expect.element(log.getByText('00:12')).toBeVisible()
})

test('shows which button the customer pressed, with its label and the selected value', async () => {
  const button = (label: string | null) => ({ kind: 'postback', label }) as const
  const plain = renderMessage(button(null), '[กดปุ่ม] 22 พ.ย. 2569')
  const labelled = renderMessage(button('จองคิว'), '[กดปุ่ม] จองคิว 22 พ.ย. 2569')
  const silent = renderMessage(button(null), '[กดปุ่ม]')
  await openChat()
  const texts = [plain, labelled, silent].map((each) => bubbleOf(each).querySelector('p')?.textContent)
  expect(texts).toEqual(['กดปุ่ม: 22 พ.ย. 2569', 'กดปุ่ม: จองคิว 22 พ.ย. 2569', 'กดปุ่ม'])
})

test('shows a sticker’s custom text below it', async () => {
  const sticker = { kind: 'sticker' as const, keywords: ['รอ', 'แป๊บ'], text: 'เดี๋ยวโอนให้นะ' }
  const drawn = renderMessage({ ...sticker, image_url: MockSlip }, '[สติกเกอร์] เดี๋ยวโอนให้นะ')
  const missed = renderMessage({ ...sticker, image_url: missing }, '[สติกเกอร์] เดี๋ยวโอนให้นะ')
  const inQuotes = renderMessage({ ...sticker, image_url: null }, '[สติกเกอร์] เดี๋ยวโอนให้นะ')
  const { log } = await openChat()
  await expect.poll(() => bubbleOf(drawn).querySelector('img')?.naturalWidth).toBeGreaterThan(0)
  expect(bubbleOf(drawn).querySelector('img')?.alt).toBe('[สติกเกอร์] รอ, แป๊บ')
  expect(bubbleOf(drawn).querySelector('p')?.textContent).toBe('เดี๋ยวโอนให้นะ')
  await expect.element(log.getByText('[สติกเกอร์] รอ, แป๊บ', { exact: true })).toBeVisible()
  expect(sizeOf(bubbleOf(missed))).toEqual(sizeOf(bubbleOf(drawn)))
  expect(bubbleOf(inQuotes).querySelector('p')?.textContent).toBe('[สติกเกอร์] เดี๋ยวโอนให้นะ · รอ, แป๊บ')
})

test('shows media on another host as a link with the host’s name and does not load it', async () => {
  const video = { kind: 'video', media: null, duration_ms: null } as const
  const voice = { kind: 'audio', media: null, duration_ms: null } as const
  const media_url = 'https://example.com/original'
  const texts = [renderMessage(video, '[วิดีโอ]', { media_url }), renderMessage(voice, '[เสียง]', { media_url })]
  await openChat()
  for (const [index, words] of ['เปิดวิดีโอ example.com', 'เปิดเสียง example.com'].entries()) {
    const link = bubbleOf(texts[index] as Message).querySelector('a')
    expect(link?.textContent).toBe(words)
    expect([link?.href, link?.target, link?.rel]).toEqual([
      media_url,
      '_blank',
      'noopener noreferrer nofollow',
    ])
  }
})

test('downloads a file under its own name, and keeps the end of the name visible', async () => {
  const texts = renderKind('file')
  const { log } = await openChat()
  const link = log.getByRole('link', { name: `${MockLongFileName} PDF · 1.2 MB ดาวน์โหลด` })
  await expect.element(link).toBeVisible()
  // The server defines the name of the saved file.
  await expect.element(link).toHaveAttribute('download', '')
  expect(new URL((link.element() as HTMLAnchorElement).href).searchParams.has('download')).toBe(true)
  expect(bubbleOf(texts)).toMatchTextContent('PDF · 1.2 MB')
  const parts = link.element().querySelectorAll('[title] > span')
  const box = link.element().getBoundingClientRect()
  expect([...parts].map((part) => part.textContent).join('')).toBe(MockLongFileName)
  expect((parts[0] as HTMLElement).scrollWidth).toBeGreaterThan((parts[0] as HTMLElement).clientWidth)
  expect(parts[1]?.getBoundingClientRect().right).toBeLessThanOrEqual(box.right)
})

describe('media link whose URL has expired while the page was open', () => {
  const now = Math.floor(Date.now() / 1000)
  const until = (seconds: number) => `${MockSlip}?e=${seconds}`
  const kinds = {
    'of an image': (url: string): MessageContent => imageBubble(mockMedia({ url })),
    'of a file': (url: string): MessageContent => {
      const [, content] = MockKinds.file
      return { ...content, media: { ...content.media, url } }
    },
  }

  /** Opens a conversation with one message, and records which URLs its link opens. */
  async function openWith(content: MessageContent) {
    const texts = renderMessage(content, '[ไฟล์]')
    const { screen } = await openChat()
    await expect.poll(() => bubbleOf(texts).querySelector('a')?.href).toContain('e=')
    const link = bubbleOf(texts).querySelector('a') as HTMLAnchorElement
    const followed: string[] = []
    const handleEvent = (event: MouseEvent) => {
      if (!event.defaultPrevented) followed.push(link.href)
      event.preventDefault()
    }
    window.addEventListener('click', handleEvent)
    onTestFinished(() => window.removeEventListener('click', handleEvent))
    const requestCount = () =>
      desk.count(new RegExp(`before_seq=${texts.seq + 1}&|before_seq=${texts.seq + 1}$`))
    // Clicks with a modifier key, because a plain click on an image opens the viewer.
    const press = () =>
      link.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, ctrlKey: true }))
    return { texts, screen, link, press, followed, requestCount }
  }

  test.each(Object.entries(kinds))('an expired link %s opens the new URL', async (_, contentOf) => {
    const { texts, press, followed, requestCount } = await openWith(contentOf(until(now - 60)))
    const index = desk.messages.findIndex((each) => each.id === texts.id)
    desk.messages[index] = { ...texts, content: contentOf(until(now + 3_600)) }
    press()
    await expect
      .poll(() => followed.map((href) => new URL(href).searchParams.get('e')))
      .toEqual([`${now + 3_600}`])
    press()
    expect(followed).toHaveLength(2)
    expect(requestCount()).toBe(1)
  })

  test.each(Object.entries(kinds))('a valid link %s makes no request', async (_, contentOf) => {
    const { press, followed, requestCount } = await openWith(contentOf(until(now + 3_600)))
    press()
    expect([followed.length, requestCount()]).toEqual([1, 0])
  })

  test('an expired media link opens the new URL once, even if this URL has expired by the browser’s clock, and reports when no new URL can be fetched', async () => {
    const contentOf = kinds['of an image']
    const { screen, link, press, followed, requestCount } = await openWith(contentOf(until(now - 60)))
    press()
    await expect.poll(() => followed).toHaveLength(1)
    expect(requestCount()).toBe(1)
    desk.fail(/before_seq/, 'network', 5)
    link.href = until(now - 50)
    press()
    await expect.element(screen.getByText('เปิดไฟล์ไม่สำเร็จ กรุณาลองใหม่อีกครั้ง')).toBeVisible()
    expect(followed).toHaveLength(1)
  })
})

test('links a location to its map', async () => {
  renderKind('location')
  const { log } = await openChat()
  const link = log.getByRole('link', { name: /ธนาคารกสิกรไทย/ })
  await expect.element(link).toHaveAttribute('href', 'https://www.google.com/maps?q=13.7466,100.5393')
  await expect.element(link).toHaveAttribute('rel', 'noopener noreferrer')
})

test('shows LINE emoji as image and name, and highlights mentions', async () => {
  const texts = renderKind('text')
  await openChat()
  const text = bubbleOf(texts).querySelector('p') as HTMLElement
  expect(text.textContent).toBe(MockKinds.text[0])
  expect(text.querySelector('img')?.src).toBe(MockSlip)
  expect(text.querySelector('[data-self]')?.textContent).toBe('@OA Desk')
})

describe('quoted message', () => {
  const quoting = (quoted: MessageContent['quoted']): MessageContent => ({
    kind: 'text',
    emojis: [],
    mentions: [],
    quoted,
  })

  test('a quote scrolls to the quoted message when that is loaded', async () => {
    const target = desk.write(id, 'ข้อความที่ถูกอ้างถึง')
    fillConversation(desk, 40)
    renderMessage(quoting({ message_id: target.id, text: 'เก่ากว่า' }), 'ตอบข้อความนั้น')
    await readAll(desk)
    const { log } = await openChat('ตอบข้อความนั้น')
    // The quoted message is far enough above the view not to be rendered.
    expect(() => bubbleOf(target)).toThrow()
    const quote = log.getByRole('button', { name: /ข้อความที่ถูกอ้างถึง/ })
    await expect.element(quote).toMatchTextContent('ลูกค้า ข้อความที่ถูกอ้างถึง')
    const marked = vi.spyOn(Element.prototype, 'animate')
    onTestFinished(() => marked.mockRestore())
    await quote.click()
    await expect.poll(() => document.activeElement === bubbleOf(target)).toBe(true)
    // Checks the call that starts the highlight, because the animation may have ended.
    expect(marked.mock.contexts.filter((each) => each === bubbleOf(target))).toHaveLength(1)
    const view = log.element().getBoundingClientRect()
    await expect.poll(() => bubbleOf(target).getBoundingClientRect().top).toBeGreaterThan(view.top)
  })

  test('a quote is plain text when the quoted message is unknown or not loaded', async () => {
    const known = renderMessage(quoting({ message_id: 'elsewhere', text: 'เริ่มต้นแบบนี้' }), 'หนึ่ง')
    const unknown = renderMessage(quoting({ message_id: null, text: null }), 'สอง')
    await openChat()
    expect(bubbleOf(known)).toMatchTextContent('เริ่มต้นแบบนี้')
    expect(bubbleOf(unknown)).toMatchTextContent('ตอบกลับข้อความก่อนหน้า')
    expect(bubbleOf(known).querySelector('button')).toBeNull()
  })

  test('a quote shows that the quoted message was unsent', async () => {
    const target = desk.write(id, 'ความลับ')
    const texts = renderMessage(quoting({ message_id: target.id, text: 'ความลับ' }), 'ตอบ')
    await openChat()
    desk.changeMessage(target.id, { text: 'ยกเลิกข้อความแล้ว', content: { kind: 'unsent' } })
    await expect.poll(() => bubbleOf(texts).textContent).toContain('ยกเลิกข้อความแล้ว')
    expect(bubbleOf(texts)).not.toMatchTextContent('ความลับ')
  })
})

test('shows a late message’s send time, and its arrival time in the footer', async () => {
  const texts = renderMessage({ kind: 'text', emojis: [], mentions: [], late_ms: 3_600_000 }, 'ส่งนานแล้ว', {
    event_time: '2026-11-21T07:02:00.000Z',
    sort_at: '2030-11-21T08:02:00.000Z',
  })
  await openChat()
  expect(bubbleOf(texts)).toMatchTextContent('มาถึงช้า · ส่งเมื่อ 21 พ.ย. 14:02')
  expect(bubbleOf(texts).querySelector('time')?.textContent).toBe('15:02')
})

test.each([
  ['reply', 'ส่งแบบตอบกลับ (ฟรี)', '✓ ส่งแล้ว · ฟรี'],
  ['push', 'ส่งแบบ push (ใช้โควตา)', '✓ ส่งแล้ว · ใช้โควตา'],
] as const)('shows that a reply was sent by %s without hovering', async (via, title, words) => {
  const texts = desk.write(id, 'ตอบแล้ว', { direction: 'OUT', sender: staffMemberOf(desk.me), via })
  await openChat()
  expect(bubbleOf(texts).title).toContain(title)
  const foot = bubbleOf(texts).querySelector('div:has(> time)')
  expect(foot).toMatchTextContent(words)
})
