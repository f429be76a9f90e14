import type { BrowserContext, Locator, Page, Route } from '@playwright/test'

interface FaultySending {
  context: BrowserContext
  /** URL of the conversation. */
  address: string
  texts: readonly string[]
  /** Share of send requests whose response is lost, although the server has accepted the message. */
  lost: number
  /** Number of tab crashes, spread over the run. */
  kills: number
  random: () => number
}

interface FaultCounts {
  lost: number
  killed: number
  /** Texts that were being sent when the tab crashed, each with the places where the browser had stored the text. */
  storedAtKill: Map<string, string[]>
}

const LEAVES_WITHIN_MS = 60_000

/**
 * Writes texts into a conversation one after the other, as fast as the field accepts them, while responses are lost
 * and the tab crashes. A text that is still in the field after a crash is sent again, as a user would do. Ends when
 * no message is pending.
 */
export async function sendThroughFaults(run: FaultySending): Promise<FaultCounts> {
  const { context, texts, kills, random } = run
  const counts = { lost: 0, killed: 0, storedAtKill: new Map<string, string[]>() }
  const everyKill = Math.ceil(texts.length / (kills + 1))
  await context.route('**/send', async (route) => {
    if (random() < run.lost) {
      counts.lost += 1
      await loseResponse(route)
    } else await route.continue().catch(() => undefined)
  })
  let page = await openAt(run)
  for (const [index, text] of texts.entries()) {
    const kill = counts.killed < kills && (index + 1) % everyKill === 0
    const field = composerOf(page)
    await field.fill(text)
    const pressed = field.press('Control+Enter')
    if (!kill) {
      await pressed
      // Waits like a user, who would not overwrite text that is still in the field.
      await leaves(field, text)
      continue
    }
    counts.killed += 1
    // Lets a random time pass after the key press, so that the tab crashes at any point of sending.
    await Promise.race([pressed.catch(() => undefined), page.waitForTimeout(random() * 120)])
    await killTab(page)
    await pressed.catch(() => undefined)
    page = await openAt(run)
    const stored = storesOf(page, text).catch((error: unknown) => [`unknown: ${error}`])
    void stored.then((stores) => counts.storedAtKill.set(text, stores))
    // After a crash the text is a stored message or a draft: if it were both, the next press would send it again.
    if ((await composerOf(page).inputValue()) === text) {
      await composerOf(page).press('Control+Enter')
      await leaves(composerOf(page), text)
    }
  }
  await context.unroute('**/send')
  const log = page.getByRole('log')
  // Waits for the last text first, because the page does not show pending messages before it.
  await log.getByText(texts.at(-1) ?? '', { exact: true }).waitFor()
  await log.locator('[data-pending], [data-failed]').first().waitFor({ state: 'detached', timeout: 120_000 })
  await page.close()
  return counts
}

/** Waits until a sent text has left the field. Slow storage delays this. */
async function leaves(field: Locator, text: string): Promise<void> {
  const until = performance.now() + LEAVES_WITHIN_MS
  while ((await field.inputValue()) === text) {
    if (performance.now() > until) throw new Error(`${text} was pressed and still stands in the field`)
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

/**
 * Returns the places where the browser stores a text: a draft, a record made on the key press, or the outbox. The list
 * is empty when the text was sent or lost.
 */
async function storesOf(page: Page, text: string): Promise<string[]> {
  return page.evaluate(async (words) => {
    const has = (value: unknown) => JSON.stringify(value).includes(JSON.stringify(words))
    const stores = Object.entries(localStorage)
      .filter(([key, value]) => key.startsWith('person:') && has(JSON.parse(value)))
      .map(([key]) => `${key.split(':')[2]} in localStorage`)
    for (const { name = '' } of await indexedDB.databases()) {
      if (!name.startsWith('person:')) continue
      const messages = await new Promise<unknown[]>((resolve, reject) => {
        const opening = indexedDB.open(name)
        opening.onerror = () => reject(opening.error)
        opening.onsuccess = () => {
          const reading = opening.result.transaction('outbox').objectStore('outbox').getAll()
          reading.onsuccess = () => resolve(reading.result)
          reading.onerror = () => reject(reading.error)
          opening.result.close()
        }
      })
      if (messages.some(has)) stores.push('outbox')
    }
    return stores
  }, text)
}

const composerOf = (page: Page) => page.getByRole('textbox', { name: 'พิมพ์ข้อความ' })

async function openAt({ context, address }: FaultySending): Promise<Page> {
  const page = await context.newPage()
  await page.goto(address)
  await composerOf(page).waitFor()
  return page
}

/** Lets the server accept the message and drops its response. */
async function loseResponse(route: Route): Promise<void> {
  await route.fetch().catch(() => undefined)
  // Ignores an error, because the tab may have crashed while the request was running.
  await route.abort('connectionreset').catch(() => undefined)
}

/** Ends a tab without notifying its page, as in a crash or when a phone runs out of memory. */
async function killTab(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page)
  const crashed = page.waitForEvent('crash')
  await Promise.race([session.send('Page.crash').catch(() => undefined), crashed])
  await crashed
  await page.close()
}

/** Compares the texts that arrived with the written texts: missing texts, duplicates, and the order. */
export function compareTexts(written: readonly string[], arrived: readonly (string | undefined)[]) {
  const known = new Set(arrived)
  const missing = written.filter((text) => !known.has(text))
  const doubled = arrived.filter((text, index) => arrived.indexOf(text) !== index)
  const firsts = arrived.filter((text, index) => arrived.indexOf(text) === index)
  const expected = written.filter((text) => known.has(text))
  return { missing, doubled, isInOrder: firsts.every((text, index) => text === expected[index]) }
}

/** Returns a generator of numbers from 0 to 1. The seed determines the numbers. */
export function seededRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32
    return state / 2 ** 32
  }
}

const ARRIVES_WITHIN_MS = 20_000

/** Waits for the only ticket of a customer and accepts it. Returns the URL of the ticket's conversation. */
export async function openTicketOf(deskUrl: string, token: string, name: string): Promise<string> {
  const headers = { authorization: `Bearer ${token}` }
  const until = performance.now() + ARRIVES_WITHIN_MS
  while (performance.now() < until) {
    const query = new URLSearchParams({ search: name, status: 'OPEN', page: '1', page_size: '20' })
    const response = await fetch(`${deskUrl}/api/staff/tickets?${query}`, { headers })
    const id = ((await response.json()) as { items: { id: string }[] }).items[0]?.id
    if (id !== undefined) {
      await fetch(`${deskUrl}/api/staff/tickets/${id}/accept`, { method: 'POST', headers })
      return `${deskUrl}/my-ticket/${id}`
    }
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error(`there is no open case of ${name}`)
}
