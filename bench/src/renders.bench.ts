import type { Page } from 'playwright'
import { countRenders, type RenderCount } from '../../remote-chat/src/testing/count-renders.ts'
import { startBrowsedDesk } from './browsed-desk.ts'
import { openTicketOf } from './open-ticket.ts'

const CUSTOMER = 'นับ การวาด'
const KEYS = 'ตรวจสอบแล้วค่ะ ยอดเข้าแล้ว'
const POLLS = 4
const MESSAGES = 40

/** Disconnects the socket, so that the page polls as often as it can. */
export async function bench(): Promise<void> {
  await using desk = await startBrowsedDesk('BUSINESS', { demo: true })
  const customer = await desk.simulator.addCustomer(CUSTOMER)
  for (let index = 1; index <= MESSAGES; index += 1)
    await desk.simulator.write('main', customer.user_id, `ข้อความที่ ${index}`)
  const page = await desk.openPage()
  await page.addInitScript(countRenders)
  await page.routeWebSocket(/ws\/chat/, (socket) => socket.close())
  await page.goto(`${desk.deskUrl}/my-ticket/${await openTicketOf(desk.deskUrl, desk.token, CUSTOMER)}`)
  const composer = page.getByRole('textbox', { name: 'พิมพ์ข้อความ' })
  await composer.click()
  const bubbles = page.locator('[data-message]')
  await bubbles.last().waitFor()
  await reading(page)
  console.log(`${await bubbles.count()} bubbles on the screen`)

  const typing = await rendersDuring(page, () => composer.pressSequentially(KEYS))
  print(`${[...KEYS].length} keys`, typing)
  const polling = await rendersDuring(page, async () => {
    for (let poll = 0; poll < POLLS; poll += 1) await reading(page)
  })
  print(`${POLLS} polls without new data`, polling)
  console.log('goal: neither renders a bubble')
}

async function reading(page: Page): Promise<void> {
  await page.waitForResponse((response) => /\/messages\?/.test(response.url()))
  await page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
  )
}

async function rendersDuring(page: Page, work: () => Promise<unknown>): Promise<RenderCount> {
  const read = () =>
    page.evaluate(() => ({ ...(window as unknown as { renderCount: RenderCount }).renderCount }))
  const before = await read()
  await work()
  const after = await read()
  return {
    components: after.components - before.components,
    bubbles: after.bubbles - before.bubbles,
  }
}

function print(what: string, { components, bubbles }: RenderCount): void {
  console.log(`${what.padEnd(30)} ${String(bubbles).padStart(4)} bubbles, ${components} components in all`)
}
