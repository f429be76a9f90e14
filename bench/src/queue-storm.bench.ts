import { setTimeout } from 'node:timers/promises'
import { textEvent } from '../../server/src/testing/line-events.ts'
import { startBrowsedDesk } from './browsed-desk.ts'
import { printFrames, readFrames, taskMs, watchFrames, watchThread } from './frame-gaps.ts'
import { postEvents, webhookChannelOf } from './post-webhook.ts'

const CUSTOMERS = 60
const PER_SECOND = 50
const WEBHOOKS_PER_SECOND = 10
const SECONDS = 20
const QUIET_SECONDS = 5
const SLOWER = 4

/** Measures the idle page first, because other load of the machine also causes gaps between frames. */
export async function bench(): Promise<void> {
  await using desk = await startBrowsedDesk('BUSINESS', { demo: true })
  const { simulator } = desk
  const customers: string[] = []
  for (let number = 0; number < CUSTOMERS; number += 1) {
    const { user_id } = await simulator.addCustomer(`พายุ ${number}`)
    await simulator.write('main', user_id, 'เริ่ม')
    customers.push(user_id)
  }
  const page = await desk.openPage()
  await page.goto(`${desk.deskUrl}/chat-queue?order=newest`)
  await page.getByRole('row', { name: /พายุ/ }).first().waitFor()
  await page.getByText('Live Update').waitFor()
  await page.waitForLoadState('networkidle')
  const devtools = await watchThread(page, SLOWER)
  await page.evaluate(watchFrames)
  await setTimeout(QUIET_SECONDS * 1_000)
  printFrames(`nothing arrives for ${QUIET_SECONDS} s`, await readFrames(page))

  const channel = await webhookChannelOf(desk)
  const before = await taskMs(devtools)
  const start = performance.now()
  let sent = 0
  const size = PER_SECOND / WEBHOOKS_PER_SECOND
  const responses: Promise<void>[] = []
  for (let webhook = 0; webhook < SECONDS * WEBHOOKS_PER_SECOND; webhook += 1) {
    const events = Array.from({ length: size }, () => {
      sent += 1
      return textEvent(customers[(sent * 7) % CUSTOMERS] ?? '', `ข้อความที่ ${sent}`)
    })
    responses.push(postEvents(channel, events))
    await setTimeout(Math.max(0, start + ((webhook + 1) * 1_000) / WEBHOOKS_PER_SECOND - performance.now()))
  }
  await Promise.all(responses)
  const seconds = (performance.now() - start) / 1_000
  const frames = await readFrames(page)
  printFrames(`${sent} messages in ${seconds.toFixed(1)} s`, frames)
  const perMessage = ((await taskMs(devtools)) - before) / sent
  const share = (perMessage * sent) / (seconds * 1_000)
  console.log(
    `${perMessage.toFixed(1)} ms of the page's thread per message, ${(share * 100).toFixed(0)} % of its time, on a ${SLOWER} times slower processor`,
  )
  for (const { ms, script } of frames.long.toSorted((a, b) => b.ms - a.ms).slice(0, 5))
    console.log(`  long frame of ${ms.toFixed(0)} ms: ${script}`)
}
