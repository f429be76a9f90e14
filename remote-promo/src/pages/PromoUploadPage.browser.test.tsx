import { leavePage } from 'shared/extensions'
import { MockUploads } from 'shared/testing/mock-uploads.ts'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { openPage } from '../testing/open-page.tsx'

const KEY = 'promo_upload_items'
let server: MockUploads

beforeEach(async () => {
  await page.viewport(1440, 900)
  localStorage.clear()
  // The list is a module's, and outlives a page.
  window.dispatchEvent(new StorageEvent('storage', { key: null }))
  server = new MockUploads()
  server.install()
})
afterEach(() => {
  server.remove()
  vi.restoreAllMocks()
  localStorage.clear()
})

const picture = (name: string, content = name, type = 'image/png') => new File([content], name, { type })
const kept = () => JSON.parse(localStorage.getItem(KEY) ?? '[]') as Record<string, unknown>[]
const linkOf = (name: string) => ({ url: `https://media.example.com/p/${encodeURIComponent(name)}` })

/** Links that were kept before the page came, the newest first. */
function keepBefore(...names: string[]): void {
  const links = names.map((name, index) => ({
    id: name,
    name,
    size: 1_536,
    ...linkOf(name),
    createdAt: new Date(Date.UTC(2026, 10, 23, 7, 59 - (index % 60))).toISOString(),
  }))
  localStorage.setItem(KEY, JSON.stringify(links))
}

async function choose(...files: File[]): Promise<void> {
  const input = document.querySelector<HTMLInputElement>('input[type="file"]')
  if (input === null) throw new Error('there is no input')
  await userEvent.upload(input, files)
}

async function finish(name: string, status = 200, body: unknown = linkOf(name)): Promise<void> {
  await expect.poll(() => server.of(name).length).toBeGreaterThan(0)
  server.of(name).at(-1)?.answer(status, body)
}

describe('uploading', () => {
  test('several at once: each says how far it is, and its link stands in the list and is kept', async () => {
    const screen = await openPage()
    await expect.element(screen.getByText('ยังไม่มีรูปที่อัปโหลด')).toBeVisible()
    await choose(picture('ก.png'), picture('ข.png'), picture('ค.png'), picture('ง.png'))
    await expect.poll(() => server.uploads.length).toBe(3)
    expect(server.uploads[0]?.address).toContain('/api/staff/upload?purpose=promotion')
    server.of('ข.png')[0]?.progress(0.42)
    await expect
      .element(screen.getByRole('progressbar', { name: 'อัปโหลด ข.png' }))
      .toHaveAttribute('aria-valuenow', '42')
    await expect.element(screen.getByText('รอคิว')).toBeVisible()
    for (const name of ['ค.png', 'ก.png', 'ง.png', 'ข.png']) await finish(name)
    await expect.element(screen.getByRole('heading', { name: 'อัปโหลดแล้ว 4 รูป' })).toBeVisible()
    // As they were chosen, in whatever order they arrived.
    expect(kept().map(({ name }) => name)).toEqual(['ก.png', 'ข.png', 'ค.png', 'ง.png'])
    expect(kept()[0]).toMatchObject({ name: 'ก.png', size: new Blob(['ก.png']).size, ...linkOf('ก.png') })
    expect(Object.keys(kept()[0] ?? {})).toEqual(
      expect.arrayContaining(['id', 'name', 'size', 'url', 'createdAt']),
    )
    await expect.element(screen.getByRole('region', { name: 'กำลังอัปโหลด' })).not.toBeInTheDocument()
  })

  test('of two drops the newer stands above, also as one of the older arrives last', async () => {
    const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
    const screen = await openPage()
    await choose(picture('เก่า 1.png'), picture('เก่า 2.png'))
    await finish('เก่า 2.png')
    await choose(picture('ใหม่ 1.png'), picture('ใหม่ 2.png'))
    for (const name of ['ใหม่ 2.png', 'ใหม่ 1.png', 'เก่า 1.png']) await finish(name)
    await expect.element(screen.getByRole('heading', { name: 'อัปโหลดแล้ว 4 รูป' })).toBeVisible()
    await screen.getByRole('button', { name: 'คัดลอกลิงก์ทั้งหมด' }).click()
    const inOrder = ['ใหม่ 1.png', 'ใหม่ 2.png', 'เก่า 1.png', 'เก่า 2.png']
    expect(write).toHaveBeenLastCalledWith(inOrder.map((name) => linkOf(name).url).join('\n'))
  })

  test('on a page without https, where a browser counts and locks nothing and lets no page copy', async () => {
    for (const [of, name] of [
      [crypto, 'randomUUID'],
      [crypto, 'subtle'],
      [navigator, 'clipboard'],
    ] as const)
      Object.defineProperty(of, name, { value: undefined, configurable: true })
    const locks = Object.getOwnPropertyDescriptor(Navigator.prototype, 'locks') ?? {}
    Reflect.deleteProperty(Navigator.prototype, 'locks')
    try {
      expect([crypto.randomUUID, crypto.subtle, navigator.clipboard, 'locks' in navigator]).toEqual([
        undefined,
        undefined,
        undefined,
        false,
      ])
      const screen = await openPage()
      await choose(picture('ก.png'), picture('ข.png'))
      for (const name of ['ข.png', 'ก.png']) await finish(name)
      await expect.element(screen.getByRole('heading', { name: 'อัปโหลดแล้ว 2 รูป' })).toBeVisible()
      await screen.getByRole('button', { name: 'คัดลอกลิงก์ทั้งหมด' }).click()
      const field = screen.getByRole('textbox', { name: 'ลิงก์' })
      await expect.element(field).toHaveFocus()
      const selected = () => {
        const { value, selectionStart, selectionEnd } = field.element() as HTMLTextAreaElement
        return value.slice(selectionStart, selectionEnd)
      }
      await expect.poll(selected).toBe(`${linkOf('ก.png').url}\n${linkOf('ข.png').url}`)
    } finally {
      Object.defineProperty(Navigator.prototype, 'locks', locks)
      for (const name of ['randomUUID', 'subtle'] as const) Reflect.deleteProperty(crypto, name)
      Reflect.deleteProperty(navigator, 'clipboard')
    }
  })

  test('pasted: what is no picture is named, and the others go on', async () => {
    const screen = await openPage()
    const dropped = new DataTransfer()
    for (const file of [picture('ดี.png'), picture('ก.txt', 'x', 'text/plain')]) dropped.items.add(file)
    const paste = new ClipboardEvent('paste', { bubbles: true, cancelable: true, clipboardData: dropped })
    document.dispatchEvent(paste)
    expect(paste.defaultPrevented).toBe(true)
    await expect
      .element(screen.getByRole('alert'))
      .toHaveTextContent('ไฟล์ ก.txt ไม่ใช่รูปภาพ กรุณาใช้ .jpg, .png หรือ .webp')
    await finish('ดี.png')
    await expect.element(screen.getByRole('heading', { name: 'อัปโหลดแล้ว 1 รูป' })).toBeVisible()
  })

  test.each([
    ['an answer without a link', (name: string) => finish(name, 200, { ok: true })],
    ['a server in trouble', (name: string) => finish(name, 500, {})],
  ])('%s: the file is named, and is tried again without being chosen again', async (_what, fail) => {
    const screen = await openPage()
    await choose(picture('โปร.png'))
    await fail('โปร.png')
    await expect.element(screen.getByRole('alert')).toHaveTextContent('อัปโหลดไม่สำเร็จ: โปร.png')
    await screen.getByRole('button', { name: 'ลองใหม่ โปร.png' }).click()
    await expect.poll(() => server.of('โปร.png').length).toBe(2)
    await finish('โปร.png')
    await expect.element(screen.getByRole('heading', { name: 'อัปโหลดแล้ว 1 รูป' })).toBeVisible()
  })

  test('one that loses its connection says so, is asked about when one leaves, and goes on by itself', async () => {
    const screen = await openPage()
    await choose(picture('โปร.png'))
    await expect.poll(() => server.of('โปร.png').length).toBe(1)
    const onLine = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    server.of('โปร.png')[0]?.lose()
    await expect
      .element(screen.getByRole('alert'))
      .toHaveTextContent('อัปโหลดไม่สำเร็จ: โปร.png (ไม่มีอินเทอร์เน็ต จะส่งต่อให้เองเมื่อเชื่อมต่อได้)')
    expect(screen.getByRole('button', { name: /ลองใหม่/ }).elements()).toHaveLength(0)
    expect(window.dispatchEvent(new Event('beforeunload', { cancelable: true }))).toBe(false)
    onLine.mockRestore()
    window.dispatchEvent(new Event('online'))
    await expect.poll(() => server.of('โปร.png').length).toBe(2)
    await finish('โปร.png')
    await expect.element(screen.getByRole('heading', { name: 'อัปโหลดแล้ว 1 รูป' })).toBeVisible()
  })

  test('nothing moves under a hand: what is done stays until it leaves', async () => {
    const screen = await openPage()
    await choose(picture('ก.png'), picture('ข.png'))
    await expect.poll(() => server.uploads.length).toBe(2)
    await screen.getByRole('button', { name: 'ยกเลิกการอัปโหลด ข.png' }).hover()
    await finish('ก.png')
    const queue = screen.getByRole('region', { name: 'กำลังอัปโหลด' })
    await expect.element(queue.getByText('อัปโหลดแล้ว')).toBeVisible()
    await screen.getByRole('button', { name: 'เลือกไฟล์' }).hover()
    await expect.element(queue.getByText('อัปโหลดแล้ว')).not.toBeInTheDocument()
  })

  test('the keyboard keeps its place as files are given up', async () => {
    const screen = await openPage()
    await choose(picture('ก.png'), picture('ข.png'))
    await expect.poll(() => server.uploads.length).toBe(2)
    const stop = (name: string) => screen.getByRole('button', { name: `ยกเลิกการอัปโหลด ${name}` })
    stop('ก.png').element().focus()
    await userEvent.keyboard('{Enter}')
    await expect.element(stop('ข.png')).toHaveFocus()
    await userEvent.keyboard('{Enter}')
    await expect.element(screen.getByRole('button', { name: 'เลือกไฟล์' })).toHaveFocus()
  })

  test('who is asked whether to leave as the last file arrives goes on, and is not asked again', async () => {
    const screen = await openPage()
    const left = vi.fn()
    await choose(picture('ก.png'))
    await expect.poll(() => server.uploads.length).toBe(1)
    leavePage(left)
    await expect.element(screen.getByRole('dialog', { name: 'ออกจากหน้านี้?' })).toBeVisible()
    await finish('ก.png')
    await expect.poll(() => left.mock.calls.length).toBe(1)
    await choose(picture('ข.png'))
    await expect.poll(() => server.uploads.length).toBe(2)
    await expect.element(screen.getByRole('dialog')).not.toBeInTheDocument()
  })

  test('what the server refuses says why, and offers no try that could not help', async () => {
    const screen = await openPage()
    await choose(picture('ปลอม.png'))
    await finish('ปลอม.png', 415, { code: 'image_type_unsupported' })
    await expect.element(screen.getByRole('alert')).toMatchTextContent(/^อัปโหลดไม่สำเร็จ: ปลอม\.png \(.+\)$/)
    await expect.element(screen.getByRole('button', { name: 'เอา ปลอม.png ออก' })).toBeVisible()
    expect(screen.getByRole('button', { name: /ลองใหม่/ }).elements()).toHaveLength(0)
  })

  test('one is given up, and so are all', async () => {
    const screen = await openPage()
    await choose(picture('ก.png'), picture('ข.png'))
    await expect.poll(() => server.uploads.length).toBe(2)
    await screen.getByRole('button', { name: 'ยกเลิกการอัปโหลด ก.png' }).click()
    await expect.poll(() => server.of('ก.png')[0]?.isAborted).toBe(true)
    await screen.getByRole('button', { name: 'ยกเลิกทั้งหมด' }).click()
    await expect.poll(() => server.of('ข.png')[0]?.isAborted).toBe(true)
    await expect.element(screen.getByText('ยังไม่มีรูปที่อัปโหลด')).toBeVisible()
  })

  test('the same picture again has the same link, and is not sent a second time', async () => {
    const screen = await openPage()
    await choose(picture('หนึ่ง.png', 'same'), picture('สอง.png', 'same'))
    await finish('หนึ่ง.png')
    await expect.element(screen.getByText(/สอง\.png เคยอัปโหลดแล้ว/)).toBeVisible()
    await choose(picture('สาม.png', 'same'))
    await expect.element(screen.getByText(/สาม\.png เคยอัปโหลดแล้ว/)).toBeVisible()
    expect(server.uploads).toHaveLength(1)
    expect(kept()).toHaveLength(1)
  })

  test('leaving asks while files are on their way, and not after', async () => {
    const screen = await openPage()
    const left = vi.fn()
    await choose(picture('ก.png'))
    await expect.poll(() => server.uploads.length).toBe(1)
    expect(window.dispatchEvent(new Event('beforeunload', { cancelable: true }))).toBe(false)
    leavePage(left)
    const question = screen.getByRole('dialog', { name: 'ออกจากหน้านี้?' })
    await question.getByRole('button', { name: 'ยกเลิก', exact: true }).click()
    expect(left).not.toHaveBeenCalled()
    leavePage(left)
    await question.getByRole('button', { name: 'ออกและยกเลิก 1 รูป' }).click()
    await expect.poll(() => left.mock.calls.length).toBe(1)
    await expect.poll(() => server.uploads[0]?.isAborted).toBe(true)
    await expect.poll(() => window.dispatchEvent(new Event('beforeunload', { cancelable: true }))).toBe(true)
  })
})

describe('the list', () => {
  test('all links are copied in lines, one by itself; where copying is not allowed they stand in a field', async () => {
    keepBefore('ก.png', 'ข.png')
    const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
    const screen = await openPage()
    await screen.getByRole('button', { name: 'คัดลอกลิงก์ทั้งหมด' }).click()
    expect(write).toHaveBeenLastCalledWith(`${linkOf('ก.png').url}\n${linkOf('ข.png').url}`)
    await screen.getByRole('button', { name: 'คัดลอก ลิงก์ของ ข.png' }).click()
    expect(write).toHaveBeenLastCalledWith(linkOf('ข.png').url)
    await expect.element(screen.getByRole('button', { name: /^คัดลอกแล้ว/ })).toBeVisible()
    write.mockRejectedValue(new DOMException('no', 'NotAllowedError'))
    await screen.getByRole('button', { name: 'คัดลอก ลิงก์ของ ก.png' }).click()
    await expect.element(screen.getByRole('textbox', { name: 'ลิงก์' })).toHaveValue(linkOf('ก.png').url)
  })

  test('one is taken off and comes back; all go after a question', async () => {
    keepBefore('ก.png', 'ข.png')
    const screen = await openPage()
    await screen.getByRole('button', { name: /ตัวเลือกของ ก\.png/ }).click()
    await screen.getByRole('menuitem', { name: 'เอาออกจากรายการ' }).click()
    await expect.poll(() => kept().map(({ name }) => name)).toEqual(['ข.png'])
    await expect.element(screen.getByRole('button', { name: 'คัดลอก ลิงก์ของ ข.png' })).toHaveFocus()
    await screen.getByRole('button', { name: 'เลิกทำ' }).click()
    await expect.poll(() => kept().map(({ name }) => name)).toEqual(['ก.png', 'ข.png'])
    await screen.getByRole('button', { name: 'ล้างรายการ' }).click()
    const question = screen.getByRole('dialog', { name: 'ล้างรายการ 2 รูป?' })
    await question.getByRole('button', { name: 'ยกเลิก' }).click()
    expect(kept()).toHaveLength(2)
    await screen.getByRole('button', { name: 'ล้างรายการ' }).click()
    await question.getByRole('button', { name: 'ล้างรายการ' }).click()
    await expect.element(screen.getByText('ยังไม่มีรูปที่อัปโหลด')).toBeVisible()
    expect(kept()).toEqual([])
  })

  test.each(['[{', 'null', '{"a":1}', '[{"id":1}]'])(
    'a damaged list (%s) is an empty one, and that is said',
    async (text) => {
      localStorage.setItem(KEY, text)
      const screen = await openPage()
      await expect.element(screen.getByText('ยังไม่มีรูปที่อัปโหลด')).toBeVisible()
      await expect.element(screen.getByText(/รายการที่เก็บไว้เสียหาย/)).toBeVisible()
    },
  )

  test('a full storage costs nothing but what is said: the list goes on in this tab', async () => {
    keepBefore('เดิม.png')
    const screen = await openPage()
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError')
    })
    await choose(picture('ใหม่.png'))
    await finish('ใหม่.png')
    await expect.element(screen.getByRole('heading', { name: 'อัปโหลดแล้ว 2 รูป' })).toBeVisible()
    await expect.element(screen.getByText(/เบราว์เซอร์เก็บรายการไว้ไม่ได้/)).toBeVisible()
    expect(kept().map(({ name }) => name)).toEqual(['เดิม.png'])
    vi.restoreAllMocks()
    await choose(picture('อีก.png'))
    await finish('อีก.png')
    await expect.poll(() => kept().map(({ name }) => name)).toEqual(['อีก.png', 'ใหม่.png', 'เดิม.png'])
    expect(screen.getByText(/เบราว์เซอร์เก็บรายการไว้ไม่ได้/).elements()).toHaveLength(0)
  })

  test('what another tab adds or takes away is seen, and not overwritten', async () => {
    keepBefore('ก.png')
    const screen = await openPage()
    await expect.element(screen.getByRole('heading', { name: 'อัปโหลดแล้ว 1 รูป' })).toBeVisible()
    keepBefore('ข.png', 'ก.png')
    window.dispatchEvent(new StorageEvent('storage', { key: KEY }))
    await expect.element(screen.getByRole('heading', { name: 'อัปโหลดแล้ว 2 รูป' })).toBeVisible()
    // Before its event comes.
    keepBefore('ค.png', 'ข.png', 'ก.png')
    await choose(picture('ง.png'))
    await finish('ง.png')
    await expect.poll(() => kept().map(({ name }) => name)).toEqual(['ง.png', 'ค.png', 'ข.png', 'ก.png'])
  })

  test('of 500 those near the view are drawn, and the last is reached', async () => {
    keepBefore(...Array.from({ length: 500 }, (_, index) => `${index}.png`))
    const screen = await openPage()
    await expect.element(screen.getByRole('heading', { name: 'อัปโหลดแล้ว 500 รูป' })).toBeVisible()
    await expect.element(screen.getByText('0.png', { exact: true })).toBeVisible()
    expect(screen.getByRole('listitem').elements().length).toBeLessThan(40)
    const view = screen.getByRole('list').element().closest('section')?.parentElement
    view?.scrollTo(0, view.scrollHeight)
    await expect.element(screen.getByText('499.png', { exact: true })).toBeVisible()
  })

  test.each([
    ['https://media.example.com', false],
    ['http://localhost:8080', true],
  ])('links at %s: a warning that LINE cannot open them: %s', async (origin, isWarned) => {
    const link = {
      id: '1',
      name: 'ก.png',
      size: 1,
      url: `${origin}/p/1.png`,
      createdAt: '2026-11-23T07:00:00Z',
    }
    localStorage.setItem(KEY, JSON.stringify([link]))
    const screen = await openPage()
    await expect.element(screen.getByText('ก.png', { exact: true })).toBeVisible()
    expect(screen.getByText(/PUBLIC_MEDIA_URL/).elements()).toHaveLength(isWarned ? 1 : 0)
  })
})
