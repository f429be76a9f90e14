import { setTimeout } from 'node:timers/promises'
import type { CDPSession, Page } from 'playwright'
import { MESSAGES_LIMIT } from 'shared/contract/constants.ts'
import { textEvent } from '../../server/src/testing/line-events.ts'
import { type BrowsedDesk, startBrowsedDesk } from './browsed-desk.ts'
import { openTicketOf } from './open-ticket.ts'
import { postEvents, webhookChannelOf } from './post-webhook.ts'
import { percentile } from './statistics.ts'

const SHORT = 100
const LONG = 10_000
const ROUNDS = 12
const COMMON = 'ข้อความ'
/** Number of messages that are loaded while typing is measured. */
const LOADED = 500
/** Factor by which the browser's CPU is slowed down. */
const SLOWER = 4
const KEYS = 'ตรวจสอบแล้วค่ะ ยอดเข้าแล้ว ขอบคุณที่รอนะคะ'
const EVENTS = 100
const APPLIED_TRIES = 600
const APPLIED_POLL_MS = 200

/** Measures conversations of 100 and 10,000 messages: time until visible, DOM elements, script time of a key press. */
export async function bench(): Promise<void> {
  await using desk = await startBrowsedDesk('BUSINESS', { demo: true })
  const names = { short: 'สั้น ร้อยข้อความ', long: 'ยาว หมื่นข้อความ' }
  await fill(desk, names.short, SHORT)
  await fill(desk, names.long, LONG)
  await readAll(desk, names.short, SHORT)
  await readAll(desk, names.long, LONG)
  const page = await desk.openPage()
  await page.goto(`${desk.deskUrl}/chat-queue?search=${encodeURIComponent(COMMON)}`)

  const times = { short: [] as number[], long: [] as number[] }
  // The first run of each conversation only loads the code and warms up the server.
  for (let round = -1; round < ROUNDS; round += 1)
    for (const which of ['short', 'long'] as const) {
      const ms = await open(page, names[which])
      if (round >= 0) times[which].push(ms)
    }
  const [few, many] = [percentile(times.short, 0.5), percentile(times.long, 0.5)]
  console.log(
    `opens with ${SHORT} messages in ${few.toFixed(0)} ms, with ${LONG} in ${many.toFixed(0)} ms: ratio ${(many / few).toFixed(2)} (goal: at most 1.3)`,
  )

  const devtools = await page.context().newCDPSession(page)
  let [loaded, most] = [MESSAGES_LIMIT, await elements(page)]
  while (await readOlder(page)) {
    loaded += MESSAGES_LIMIT
    most = Math.max(most, await elements(page))
    if (loaded === LOADED) await type(page, devtools)
  }
  console.log(`${loaded} messages loaded`)
  console.log(`at most ${most} elements in the page, including the queue (goal: under 1500)`)
}

/** Sends the messages in webhooks of a hundred each, as LINE does after an interruption. */
async function fill(desk: BrowsedDesk, name: string, count: number): Promise<void> {
  const { simulator } = desk
  const { user_id } = await simulator.addCustomer(name)
  // The first message makes the desk fetch the customer's profile.
  await simulator.write('main', user_id, 'ข้อความที่ 1')
  const channel = await webhookChannelOf(desk)
  for (let from = 2; from <= count; from += EVENTS) {
    const size = Math.min(EVENTS, count + 1 - from)
    const events = Array.from({ length: size }, (_, index) =>
      textEvent(user_id, `ข้อความที่ ${from + index} ${'ยอดยังไม่เข้าเลยค่ะ '.repeat((from + index) % 5)}`),
    )
    await postEvents(channel, events)
  }
}

/** Retries, because the response to a webhook may arrive before the webhook's messages are applied. */
async function readAll({ deskUrl, token }: BrowsedDesk, name: string, count: number): Promise<void> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const ticket = `${deskUrl}/api/staff/tickets/${await openTicketOf(deskUrl, token, name)}`
  for (let attempt = 0; attempt < APPLIED_TRIES; attempt += 1) {
    const last = await fetch(`${ticket}/messages?limit=1`, { headers })
    const [message] = ((await last.json()) as { items?: { seq: number }[] }).items ?? []
    if (message && message.seq >= count) {
      await fetch(`${ticket}/read`, { method: 'POST', headers, body: JSON.stringify({ seq: message.seq }) })
      return
    }
    await setTimeout(APPLIED_POLL_MS)
  }
  throw new Error(`not all messages of ${name} have been applied`)
}

/** The page is reloaded first, so each run fetches the conversation. */
async function open(page: Page, name: string): Promise<number> {
  await page.goto(new URL(`/chat-queue?search=${encodeURIComponent(COMMON)}`, page.url()).href)
  await page.getByRole('row', { name: new RegExp(name) }).waitFor()
  // The conversation's code loads when the page is idle; the measurement does not include it.
  await page.waitForLoadState('networkidle')
  return page.evaluate(async (customer) => {
    const row = [...document.querySelectorAll('tr')].find((each) => each.textContent?.includes(customer))
    if (!row) throw new Error(`there is no row for ${customer}`)
    const start = performance.now()
    row.click()
    for (;;) {
      await new Promise((resolve) => requestAnimationFrame(resolve))
      const log = document.querySelector('[role="log"]')
      const last = [...(log?.querySelectorAll('[data-message]') ?? [])].at(-1)
      if (log && last && last.getBoundingClientRect().bottom <= log.getBoundingClientRect().bottom + 1)
        return performance.now() - start
      if (performance.now() - start > 30_000) throw new Error('the conversation did not open')
    }
  }, name)
}

async function readOlder(page: Page): Promise<boolean> {
  const response = page.waitForResponse(/before_seq=/, { timeout: 3_000 }).catch(() => null)
  await page.evaluate(() => {
    const log = document.querySelector('[role="log"]')
    if (log) log.scrollTop = 0
  })
  if ((await response) === null) return false
  await page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
  )
  return true
}

const elements = (page: Page) => page.evaluate(() => document.querySelectorAll('*').length)

async function type(page: Page, devtools: CDPSession): Promise<void> {
  // Measures the time of the thread, which excludes other work of the machine but includes the CPU slowdown.
  await devtools.send('Performance.enable', { timeDomain: 'threadTicks' })
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWER })
  const composer = page.getByRole('textbox', { name: 'พิมพ์ข้อความ' })
  await composer.click()
  // Types with the keyboard, because a locator that finds the field would run a script in the page.
  await page.keyboard.type('ก')
  const before = await scriptMs(devtools)
  await page.keyboard.type(KEYS, { delay: 60 })
  const perKey = ((await scriptMs(devtools)) - before) / [...KEYS].length
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: 1 })
  console.log(
    `${perKey.toFixed(1)} ms of script per key with ${LOADED} messages loaded, on a ${SLOWER} times slower processor (goal: under 8 ms)`,
  )
}

async function scriptMs(devtools: CDPSession): Promise<number> {
  const { metrics } = await devtools.send('Performance.getMetrics')
  return (metrics.find(({ name }) => name === 'ScriptDuration')?.value ?? 0) * 1000
}
