import { randomUUID } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import type { Page } from 'playwright'
import { startRelay } from './baseline-relay.ts'
import { startBrowsedDesk } from './browsed-desk.ts'
import { openBrowser } from './open-browser.ts'
import { openTicketOf } from './open-ticket.ts'
import { postTextMessage, webhookChannelOf } from './post-webhook.ts'
import { percentile, summary } from './statistics.ts'

const CUSTOMER = 'วัด ความเร็ว'
const WARM_UP = 20
const ROUNDS = 200
/** Pause in ms between messages, so that remaining work of the previous one (list, smooth scroll) is not measured. */
const PAUSE_MS = 300
const SEEN_LIMIT_MS = 10_000
/** Maximum ratio of the desk's p95 time to that of `baseline-relay.ts`. */
const GOAL = 3

/** Each page has a separate browser, because browsers throttle background pages. */
export async function bench(): Promise<void> {
  await using desk = await startBrowsedDesk('BUSINESS', { demo: true })
  const relay = await startRelay()
  const relayBrowser = await openBrowser()
  try {
    const customer = await desk.simulator.addCustomer(CUSTOMER)
    const channel = await webhookChannelOf(desk)
    const post = (text: string) => postTextMessage(channel, customer.user_id, text)
    await post('เริ่มวัด')
    const ticketId = await openTicketOf(desk.deskUrl, desk.token, CUSTOMER)
    const page = await desk.openPage()
    await page.goto(`${desk.deskUrl}/my-ticket/${ticketId}`)
    await page.getByText('เริ่มวัด').last().waitFor()
    const plain = await relayBrowser.newPage()
    await plain.goto(relay.url)
    await plain.waitForSelector('body[data-live]', { state: 'attached' })

    for (const each of [page, plain])
      if (await each.evaluate(() => document.visibilityState !== 'visible'))
        throw new Error('a page is not in the foreground')

    const deskTimes: number[] = []
    const relayTimes: number[] = []
    for (let round = 0; round < WARM_UP + ROUNDS; round += 1) {
      const text = `ข้อความวัดเวลา ${randomUUID()}`
      const one = await timeToScreen(page, text, () => post(text))
      const two = await timeToScreen(plain, text, async () => {
        await fetch(relay.url, { method: 'POST', body: text })
      })
      if (round < WARM_UP) continue
      deskTimes.push(one)
      relayTimes.push(two)
    }
    console.log(summary('desk, webhook to DOM', deskTimes))
    console.log(summary('relay with a commit, POST to DOM', relayTimes))
    const ratio = percentile(deskTimes, 0.95) / percentile(relayTimes, 0.95)
    console.log(`ratio of p95: ${ratio.toFixed(1)} (goal: at most ${GOAL})`)
  } finally {
    await relayBrowser.close()
    await relay.close()
  }
}

async function timeToScreen(page: Page, text: string, send: () => Promise<void>): Promise<number> {
  const seen = page.evaluate(
    ({ wanted, limit }) =>
      new Promise<number>((resolve, reject) => {
        const holds = (node: Node) => node.textContent?.includes(wanted) === true
        const observer = new MutationObserver((records) => {
          if (
            !records.some(({ type, target, addedNodes }) =>
              type === 'characterData' ? holds(target) : [...addedNodes].some(holds),
            )
          )
            return
          observer.disconnect()
          resolve(performance.timeOrigin + performance.now())
        })
        observer.observe(document.body, { childList: true, subtree: true, characterData: true })
        document.documentElement.dataset.watching = wanted
        window.setTimeout(() => reject(new Error(`not seen within ${limit} ms`)), limit)
      }),
    { wanted: text, limit: SEEN_LIMIT_MS },
  )
  await setTimeout(PAUSE_MS * (0.5 + Math.random()))
  await page.waitForFunction((wanted) => document.documentElement.dataset.watching === wanted, text)
  const start = performance.timeOrigin + performance.now()
  await send()
  return (await seen) - start
}
