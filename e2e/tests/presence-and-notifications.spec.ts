import type { Browser, BrowserContext, Page } from '@playwright/test'
import { CHROMIUM_ARGS, findChromium } from '../../scripts/tools/chromium.ts'
import { countSounds } from '../src/count-sounds.ts'
import { expect, test } from '../src/desk-test.ts'
import { openTicket, rowOf } from '../src/open-ticket.ts'
import type { Simulator } from '../src/simulator-client.ts'
import { VIEWPORTS, type Viewport } from '../src/viewports.ts'

interface Queue {
  openPage: (opened: {
    size: Viewport
    staff: { user_id: string }
    address: string
    browser?: Browser
    before: (context: BrowserContext) => Promise<void>
  }) => Promise<Page>
  simulator: Simulator
  size: Viewport
  customer: string
  browser?: Browser
}

/** Opens the queue of a staff member, filtered by a customer's name. */
async function openQueue(
  { openPage, simulator, size, customer, ...rest }: Queue,
  number: number,
  isHidden = false,
): Promise<{ page: Page; name: string }> {
  const { staff } = await simulator.state()
  const staffMember = staff.filter(({ note }) => /ADMIN|BUSINESS/.test(note))[number]
  if (staffMember === undefined) throw new Error('there are not enough staff')
  const page = await openPage({
    size,
    staff: staffMember,
    ...rest,
    address: `/chat-queue?search=${encodeURIComponent(customer)}`,
    before: async (context) => {
      await context.grantPermissions(['notifications'])
      await countSounds(context, isHidden)
    },
  })
  return { page, name: staffMember.display_name }
}

const [size] = VIEWPORTS

test(`three agents on ${size.name} see who views a ticket, who is typing, and who has left`, async ({
  openPage,
  simulator,
}) => {
  const customer = await simulator.newCustomer(`ใครดู ${size.name}`)
  const queue = { openPage, simulator, size, customer: customer.display_name }
  const [first, second, third] = [
    await openQueue(queue, 0),
    await openQueue(queue, 1),
    await openQueue(queue, 2),
  ]
  for (const { page } of [first, second]) await openTicket(page, customer.display_name)
  // The header shows first names, with the full names as tooltips.
  await expect(first.page.getByTitle(`${second.name} กำลังดู`)).toBeVisible()
  await expect(second.page.getByTitle(`${first.name} กำลังดู`)).toBeVisible()
  await expect(rowOf(third.page, customer.display_name)).toContainText('+1 กำลังดู')

  await first.page.getByRole('textbox', { name: 'พิมพ์ข้อความ' }).pressSequentially('รอ')
  await expect(second.page.getByTitle(`${first.name} กำลังพิมพ์...`)).toBeVisible()
  await expect(rowOf(third.page, customer.display_name)).toContainText('กำลังพิมพ์...')

  // One agent leaves the conversation, and the other agent's tab is closed.
  await second.page.getByRole('button', { name: 'ออกจากแชท' }).click()
  await expect(first.page.getByTitle(`${second.name} กำลังดู`)).toBeHidden()
  await first.page.close()
  await expect(rowOf(third.page, customer.display_name)).not.toContainText(/กำลังดู|กำลังพิมพ์/)
})

test('the service worker shows the notification of a hidden tab, and a click on it opens the ticket', async ({
  openPage,
  playwright,
  simulator,
}) => {
  // The headless shell shows no notifications.
  const browser = await playwright.chromium.launch({ executablePath: findChromium(), args: CHROMIUM_ARGS })
  const customer = await simulator.newCustomer('แจ้งบนหน้าจอ')
  const { page } = await openQueue(
    { openPage, simulator, size, customer: customer.display_name, browser },
    0,
    true,
  )
  await expect(page.getByRole('button', { name: /^เสียงและการแจ้งเตือน/ })).toBeVisible()
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
  const [worker] = page.context().serviceWorkers()
  if (worker === undefined) throw new Error('no service worker shows the notification')
  // Dispatches a click event, which unlike a real click cannot focus the tab. Selects the notification by its title,
  // because notifications about other tests' customers are also shown.
  await worker.evaluate(async (title) => {
    const scope = globalThis as unknown as {
      registration: { getNotifications: () => Promise<{ title: string }[]> }
      NotificationEvent: new (type: string, about: { notification: unknown }) => Event
    }
    const notices = await scope.registration.getNotifications()
    const notification = notices.find((each) => each.title === title)
    dispatchEvent(new scope.NotificationEvent('notificationclick', { notification }))
  }, customer.display_name)
  await expect(page.getByRole('complementary', { name: 'แชทกับ แจ้งบนหน้าจอ' })).toBeVisible()
  await expect.poll(notices).not.toContainEqual(expect.objectContaining({ title: 'แจ้งบนหน้าจอ' }))
  await browser.close()
})
