import type { BrowserContext, Page } from '@playwright/test'
import { expect, test } from '../src/desk-test.ts'
import { openCase, rowOf } from '../src/open-case.ts'
import type { Simulator } from '../src/simulator.ts'
import { SIZES, type Size } from '../src/sizes.ts'

/** Sounds are counted in the page. */
async function countTones(context: BrowserContext, isHidden: boolean): Promise<void> {
  await context.grantPermissions(['notifications'])
  await context.addInitScript((hidden) => {
    const create = AudioContext.prototype.createOscillator
    AudioContext.prototype.createOscillator = function (this: AudioContext) {
      const { dataset } = document.documentElement
      dataset.tones = String(Number(dataset.tones ?? 0) + 1)
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
  }, isHidden)
}

interface Queue {
  openPage: (opened: {
    size: Size
    staff: { user_id: string }
    address: string
    before: (context: BrowserContext) => Promise<void>
  }) => Promise<Page>
  simulator: Simulator
  size: Size
  customer: string
}

/** The queue of one of the staff, narrowed down to a customer. */
async function openQueue(
  { openPage, simulator, size, customer }: Queue,
  number: number,
  isHidden = false,
): Promise<{ page: Page; name: string }> {
  const { staff } = await simulator.state()
  const person = staff.filter(({ note }) => /ADMIN|BUSINESS/.test(note))[number]
  if (person === undefined) throw new Error('there are not enough staff')
  const page = await openPage({
    size,
    staff: person,
    address: `/chat-queue?search=${encodeURIComponent(customer)}`,
    before: (context) => countTones(context, isHidden),
  })
  return { page, name: person.display_name }
}

for (const size of SIZES)
  test(`three agents see on ${size.name} who has a case open, who types, and that they have gone`, async ({
    openPage,
    simulator,
  }) => {
    const customer = await simulator.addCustomer(`ใครดู ${size.name}`)
    await simulator.write('main', customer.user_id, 'สวัสดีค่ะ')
    const queue = { openPage, simulator, size, customer: customer.display_name }
    const [first, second, third] = [
      await openQueue(queue, 0),
      await openQueue(queue, 1),
      await openQueue(queue, 2),
    ]
    for (const { page } of [first, second]) await openCase(page, customer.display_name)
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
  })

for (const size of SIZES)
  test(`a customer’s message sounds on ${size.name}, once the browser lets it, and counts in the title`, async ({
    openPage,
    simulator,
  }) => {
    const customer = await simulator.addCustomer(`เสียง ${size.name}`)
    // From now on the desk knows the name by which the queue is narrowed down.
    await simulator.write('main', customer.user_id, 'สวัสดีค่ะ')
    const { page } = await openQueue({ openPage, simulator, size, customer: customer.display_name }, 0)
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
  })

test('a hidden tab puts up a notice by the service worker, and a click on it opens the case', async ({
  openPage,
  simulator,
}) => {
  const customer = await simulator.addCustomer('แจ้งบนหน้าจอ')
  await simulator.write('main', customer.user_id, 'สวัสดีค่ะ')
  const { page } = await openQueue(
    { openPage, simulator, size: SIZES[0], customer: customer.display_name },
    0,
    true,
  )
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
})
