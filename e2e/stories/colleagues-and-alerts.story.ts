import type { Browser, Page } from '@playwright/test'
import { expect, test } from '../src/desk-test.ts'
import { signInByHttp } from '../src/sign-in.ts'
import type { Simulator } from '../src/simulator.ts'

const SIZES = [
  { name: 'a desktop', viewport: { width: 1440, height: 900 } },
  { name: 'a phone', viewport: { width: 390, height: 844 } },
]

interface DeskOf {
  browser: Browser
  deskUrl: string
  simulator: Simulator
}

/** The queue of one of the staff, narrowed down to a customer; sounds are counted in the page. */
async function openQueue(
  { browser, deskUrl, simulator }: DeskOf,
  number: number,
  customer: string,
  options: { viewport?: { width: number; height: number }; hidden?: boolean } = {},
): Promise<{ page: Page; name: string }> {
  const { staff } = await simulator.state()
  const roles = staff.filter(({ note }) => /ADMIN|BUSINESS/.test(note))
  const person = roles[number]
  if (person === undefined) throw new Error('there are not enough staff')
  const token = await signInByHttp(deskUrl, person.user_id)
  const context = await browser.newContext({ viewport: options.viewport ?? { width: 1440, height: 900 } })
  await context.grantPermissions(['notifications'])
  const page = await context.newPage()
  await page.addInitScript(
    ({ jwt, hidden }) => {
      localStorage.setItem('jwt', jwt)
      const create = AudioContext.prototype.createOscillator
      AudioContext.prototype.createOscillator = function (this: AudioContext) {
        document.documentElement.dataset.tones = String(
          Number(document.documentElement.dataset.tones ?? 0) + 1,
        )
        return create.call(this)
      }
      // To the browser whatever a test asks of the page is an act of the person.
      let hasBeenActive = false
      const act = () => {
        hasBeenActive = true
      }
      window.addEventListener('pointerdown', act, { capture: true })
      Object.defineProperty(navigator, 'userActivation', { get: () => ({ hasBeenActive, isActive: false }) })
      if (hidden) Object.defineProperty(document, 'visibilityState', { get: () => 'hidden' })
    },
    { jwt: token, hidden: options.hidden ?? false },
  )
  await page.goto(`${deskUrl}/chat-queue?search=${encodeURIComponent(customer)}`)
  return { page, name: person.display_name }
}

const rowOf = (page: Page, name: string) => page.locator('[data-ticket-id]').filter({ hasText: name })

for (const { name: size, viewport } of SIZES)
  test(`three agents see on ${size} who has a case open, who types, and that they have gone`, async ({
    browser,
    deskUrl,
    simulator,
  }) => {
    const desk = { browser, deskUrl, simulator }
    const customer = await simulator.addCustomer(`ใครดู ${viewport.width}`)
    await simulator.write('main', customer.user_id, 'สวัสดีค่ะ')
    const [first, second, third] = [
      await openQueue(desk, 0, customer.display_name, { viewport }),
      await openQueue(desk, 1, customer.display_name, { viewport }),
      await openQueue(desk, 2, customer.display_name, { viewport }),
    ]
    for (const { page } of [first, second]) {
      const row = rowOf(page, customer.display_name)
      // A card is one large button, a row is opened by a click on its words.
      if (viewport.width < 768) await row.getByRole('button', { name: /เปิดแชท/ }).click()
      else await row.getByText('สวัสดีค่ะ').click()
    }
    await expect(first.page.getByText(`${second.name} กำลังดู`)).toBeVisible()
    await expect(second.page.getByText(`${first.name} กำลังดู`)).toBeVisible()
    await expect(rowOf(third.page, customer.display_name)).toContainText('+1 กำลังดู')

    await first.page.getByRole('textbox', { name: 'พิมพ์ข้อความ' }).pressSequentially('รอ')
    await expect(second.page.getByText(`${first.name} กำลังพิมพ์...`)).toBeVisible()
    await expect(rowOf(third.page, customer.display_name)).toContainText('กำลังพิมพ์...')

    // One leaves the conversation, the other’s tab dies.
    await second.page.getByRole('button', { name: 'ออกจากแชท' }).click()
    await expect(first.page.getByText(`${second.name} กำลังดู`)).toBeHidden()
    await first.page.close()
    await expect(rowOf(third.page, customer.display_name)).not.toContainText(/กำลังดู|กำลังพิมพ์/)
    for (const { page } of [first, second, third]) await page.context().close()
  })

for (const { name: size, viewport } of SIZES)
  test(`a customer’s message sounds on ${size}, once the browser lets it, and counts in the title`, async ({
    browser,
    deskUrl,
    simulator,
  }) => {
    const customer = await simulator.addCustomer(`เสียง ${viewport.width}`)
    // From now on the desk knows the name by which the queue is narrowed down.
    await simulator.write('main', customer.user_id, 'สวัสดีค่ะ')
    const { page } = await openQueue({ browser, deskUrl, simulator }, 0, customer.display_name, { viewport })
    const tones = async () => Number((await page.locator('html').getAttribute('data-tones')) ?? 0)
    const bell = page.getByRole('button', { name: 'การแจ้งเตือน' })
    await expect(bell).toBeVisible()
    await simulator.write('main', customer.user_id, 'ก่อนกด')
    await expect(rowOf(page, customer.display_name)).toContainText('ก่อนกด')
    expect(await tones()).toBe(0)
    await expect.poll(() => page.title()).toMatch(/^\(\d+\+?\) /)

    await page.getByRole('button', { name: 'เปิดเสียง' }).click()
    await expect(page.getByRole('button', { name: 'เปิดเสียง' })).toBeHidden()
    // The press alone lets it sound.
    const before = await tones()
    await simulator.write('main', customer.user_id, 'หลังกด')
    await expect.poll(tones).toBe(before + 2)

    await bell.click()
    await page.getByRole('menuitem', { name: 'ปิดเสียงแจ้งเตือน' }).click()
    await simulator.write('main', customer.user_id, 'เงียบแล้ว')
    await expect(rowOf(page, customer.display_name)).toContainText('เงียบแล้ว')
    expect(await tones()).toBe(before + 2)
    await page.context().close()
  })

test('a hidden tab puts up a notice by the service worker, and a click on it opens the case', async ({
  browser,
  deskUrl,
  simulator,
}) => {
  const customer = await simulator.addCustomer('แจ้งบนหน้าจอ')
  await simulator.write('main', customer.user_id, 'สวัสดีค่ะ')
  const { page } = await openQueue({ browser, deskUrl, simulator }, 0, customer.display_name, {
    hidden: true,
  })
  await expect(page.getByRole('button', { name: 'การแจ้งเตือน' })).toBeVisible()
  await expect(rowOf(page, customer.display_name)).toBeVisible()
  await simulator.write('main', customer.user_id, 'ขอความช่วยเหลือค่ะ')
  const notices = () =>
    page.evaluate(async () => {
      const registrations = await navigator.serviceWorker.getRegistrations()
      const found = await Promise.all(registrations.map((each) => each.getNotifications()))
      return found.flat().map(({ title, body, data }) => ({ title, body, path: data.path }))
    })
  await expect
    .poll(notices)
    .toContainEqual(expect.objectContaining({ title: 'แจ้งบนหน้าจอ', body: 'ขอความช่วยเหลือค่ะ' }))
  const [{ path } = { path: '' }] = await notices()
  // As the service worker says when the notice is clicked.
  await page.evaluate((to) => {
    const data = { type: 'open-ticket', path: to }
    navigator.serviceWorker.dispatchEvent(new MessageEvent('message', { data }))
  }, path)
  await expect(page.getByRole('complementary', { name: 'แชทกับ แจ้งบนหน้าจอ' })).toBeVisible()
  await page.context().close()
})
