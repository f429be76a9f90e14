import { expect, test } from '../src/desk-test.ts'
import { openTicket, rowOf } from '../src/open-ticket.ts'
import { VIEWPORTS } from '../src/viewports.ts'

const [size] = VIEWPORTS

for (const [where, byMs] of [
  ['ten minutes behind', -600_000],
  ['a year ahead', 366 * 86_400_000],
] as const)
  test(`waiting times and dates use the server's clock on a device whose clock is ${where}, even when the device's clock is changed`, async ({
    openPage,
    simulator,
  }) => {
    const name = `นาฬิกา ${byMs}`
    const customer = await simulator.addCustomer(name)
    await simulator.write('main', customer.user_id, 'ข้อความใหม่')
    const page = await openPage({
      size,
      staff: await simulator.staffWith('ADMIN'),
      address: `/chat-queue?search=${encodeURIComponent(name)}`,
      before: (context) =>
        context.addInitScript((ahead) => {
          const Real = Date
          Object.assign(globalThis, { deviceAhead: ahead })
          const now = () => Real.now() + (globalThis as unknown as { deviceAhead: number }).deviceAhead
          globalThis.Date = new Proxy(Real, {
            construct: (_, args: unknown[]) =>
              args.length === 0 ? new Real(now()) : Reflect.construct(Real, args),
            get: (target, key) => (key === 'now' ? now : Reflect.get(target, key)),
          })
        }, byMs),
    })
    const wait = rowOf(page, name)
      .locator('[data-level]')
      .filter({ hasText: /^00:\d\d/ })
    await expect(wait).toHaveAttribute('data-level', 'calm')
    await page.evaluate(() => Object.assign(globalThis, { deviceAhead: -3_600_000 }))
    const before = await wait.textContent()
    await expect(wait).not.toHaveText(String(before))
    await expect(wait).toHaveAttribute('data-level', 'calm')
    await openTicket(page, name)
    await expect(page.getByRole('log').getByText(/^วันนี้ /)).toBeVisible()
  })
