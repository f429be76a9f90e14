import { UNKNOWN_MESSAGE_PLACEHOLDER } from 'shared/contract/constants.ts'
import { INVISIBLE_TEXT, NAUGHTY_TEXTS, UNPAIRED_SURROGATE } from 'shared/testing/naughty-texts.ts'
import { expect, test } from '../src/desk-test.ts'
import { openTicket } from '../src/open-ticket.ts'
import { VIEWPORTS } from '../src/viewports.ts'

/** Kinds of texts that this test sends. `naughty-texts.browser.test.tsx` displays the texts of all kinds. */
const KINDS = [
  'a script',
  'a statement',
  'emoji in families',
  'an override that is never ended',
  '5,000 characters of sentences',
]
const [size] = VIEWPORTS

test('naughty strings are received and sent unchanged, as plain text', async ({ openPage, simulator }) => {
  const name = 'ซนทุกคำ'
  const customer = await simulator.newCustomer(name, { text: 'เริ่ม' })
  const page = await openPage({
    size,
    staff: await simulator.staffWith('ADMIN'),
    address: `/chat-queue?search=${encodeURIComponent(name)}`,
  })
  await openTicket(page, name)
  const field = page.getByRole('textbox', { name: 'พิมพ์ข้อความ' })
  const lastText = () =>
    page
      .getByRole('log')
      .locator('[data-message]')
      .last()
      .locator('p')
      .first()
      .evaluate((words) => words.textContent)

  const texts = KINDS.map((kind) => NAUGHTY_TEXTS[kind] ?? '')
  const displayed = [
    [UNPAIRED_SURROGATE, UNPAIRED_SURROGATE.toWellFormed()],
    [INVISIBLE_TEXT, UNKNOWN_MESSAGE_PLACEHOLDER],
    ...texts.map((text) => [text, text] as const),
  ] as const
  for (const [text, shown] of displayed) {
    await simulator.write('main', customer.user_id, text)
    await expect.poll(lastText).toBe(shown)
  }
  for (const text of texts) {
    await field.fill(text)
    await field.press('Control+Enter')
    await expect(field).toHaveValue('')
    await expect.poll(lastText).toBe(text)
  }
  await expect
    .poll(async () => (await simulator.inbox('main', customer.user_id)).map((each) => each.text))
    .toEqual(texts)
  expect(await page.evaluate(() => 'naughty' in window)).toBe(false)
})
