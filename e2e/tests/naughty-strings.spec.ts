import { UNKNOWN_MESSAGE_PLACEHOLDER } from 'shared/contract/constants.ts'
import { hasLongMarks } from 'shared/contract/safe-normalize.ts'
import { HALF_OF_A_PAIR, NAUGHTY_TEXTS, NOTHING_VISIBLE } from 'shared/testing/naughty-texts.ts'
import { expect, test } from '../src/desk-test.ts'
import { openTicket } from '../src/open-ticket.ts'
import { SIZES } from '../src/sizes.ts'

for (const size of SIZES)
  test(`problematic texts on ${size.name}: receives and sends each unchanged, as text, without breaking the layout`, async ({
    openPage,
    takeScreenshot,
    simulator,
  }) => {
    const name = `ซนทุกคำ ${size.name}`
    const customer = await simulator.newCustomer(name, { says: 'เริ่ม' })
    const page = await openPage({
      size,
      staff: await simulator.staffWith('ADMIN'),
      address: `/chat-queue?search=${encodeURIComponent(name)}`,
    })
    await openTicket(page, name)
    const log = page.getByRole('log')
    const field = page.getByRole('textbox', { name: 'พิมพ์ข้อความ' })
    // On phones only wide texts: `naughty-texts.browser.test.tsx` tests all of them at this size.
    const texts = Object.entries(NAUGHTY_TEXTS).filter(
      ([, text]) => size.name !== 'phone' || text.length > 60 || /[\u202E\u0600-\u06FF]/.test(text),
    )

    const lastText = () =>
      log
        .locator('[data-message]')
        .last()
        .locator('p')
        .first()
        .evaluate((words) => words.textContent)
    const isTooWide = () =>
      page.evaluate(() =>
        [document.documentElement, ...document.querySelectorAll('[role="log"], aside, main, header, table')]
          .filter(({ scrollWidth, clientWidth }) => clientWidth > 0 && scrollWidth > clientWidth)
          .map(({ tagName, role, className }) => `${tagName} ${role} ${className}`),
      )
    const changed: [string, string, string][] = [
      ['half of a pair', HALF_OF_A_PAIR, HALF_OF_A_PAIR.toWellFormed()],
      ['nothing visible', NOTHING_VISIBLE, UNKNOWN_MESSAGE_PLACEHOLDER],
    ]
    const whole = texts.map(([what, text]) => [what, text, text] as const)
    for (const [what, text, shown] of [...changed, ...whole]) {
      await simulator.write('main', customer.user_id, text)
      await expect.poll(lastText, { message: `in: ${what}` }).toBe(shown)
      expect(await isTooWide(), `in: ${what}`).toEqual([])
    }
    await takeScreenshot(page, 'in')

    // Staff cannot send such long runs of combining marks; customers can.
    const sendable = texts.filter(([, text]) => !hasLongMarks(text))
    for (const [what, text] of sendable) {
      await field.fill(text)
      await field.press('Control+Enter')
      await expect(field).toHaveValue('')
      await expect.poll(lastText, { message: `out: ${what}` }).toBe(text)
      expect(await isTooWide(), `out: ${what}`).toEqual([])
    }
    await expect
      .poll(async () => (await simulator.inbox('main', customer.user_id)).map((each) => each.text))
      .toEqual(sendable.map(([, text]) => text))
    expect(await page.evaluate(() => 'naughty' in window)).toBe(false)
    await takeScreenshot(page, 'out')
  })
