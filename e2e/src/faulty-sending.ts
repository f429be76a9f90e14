import type { BrowserContext, Locator, Page, Route } from '@playwright/test'

interface FaultySending {
  context: BrowserContext
  /** The page of the one conversation in which is written. */
  address: string
  texts: readonly string[]
  /** Share of the answers to sending that never come, though the server has taken the message. */
  lost: number
  /** How often the tab dies, spread over the run. */
  kills: number
  random: () => number
}

interface FaultCounts {
  lost: number
  killed: number
  /** Of each text at a kill, where the browser kept it when the page was there again. */
  keptAtKill: Map<string, string[]>
}

const LEAVES_WITHIN_MS = 60_000

/**
 * Writes texts into a conversation one after the other, as fast as the field takes them, while answers are lost and the tab is killed
 * in the middle of it. What then stands in the field is sent once more, as a person would. Ends with a page on which nothing waits.
 */
export async function sendThroughFaults(run: FaultySending): Promise<FaultCounts> {
  const { context, texts, kills, random } = run
  const counts = { lost: 0, killed: 0, keptAtKill: new Map<string, string[]>() }
  const everyKill = Math.ceil(texts.length / (kills + 1))
  await context.route('**/send', async (route) => {
    if (random() < run.lost) {
      counts.lost += 1
      await loseAnswer(route)
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
      // Words that still stand in the field a person does not write over.
      await leaves(field, text)
      continue
    }
    counts.killed += 1
    // Somewhere between the key and the answer.
    await Promise.race([pressed.catch(() => undefined), page.waitForTimeout(random() * 120)])
    await killTab(page)
    await pressed.catch(() => undefined)
    page = await openAt(run)
    const kept = placesOf(page, text).catch((error: unknown) => [`unknown: ${error}`])
    void kept.then((places) => counts.keptAtKill.set(text, places))
    // Either it is kept as a message, or it is still a draft. One that was both is sent by neither.
    if ((await composerOf(page).inputValue()) === text) {
      await composerOf(page).press('Control+Enter')
      await leaves(composerOf(page), text)
    }
  }
  await context.unroute('**/send')
  const log = page.getByRole('log')
  // Before that nothing is drawn that could wait.
  await log.getByText(texts.at(-1) ?? '', { exact: true }).waitFor()
  await log.locator('[data-pending], [data-failed]').first().waitFor({ state: 'detached', timeout: 120_000 })
  await page.close()
  return counts
}

/** Sent off it leaves the field; only a storage that is slow keeps it there. */
async function leaves(field: Locator, text: string): Promise<void> {
  const until = performance.now() + LEAVES_WITHIN_MS
  while ((await field.inputValue()) === text) {
    if (performance.now() > until) throw new Error(`${text} was pressed and still stands in the field`)
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

/** Where this browser keeps a text: as a draft, as noted down at the press, in the outbox. Nowhere: it is sent, or lost. */
async function placesOf(page: Page, text: string): Promise<string[]> {
  return page.evaluate(async (words) => {
    const has = (value: unknown) => JSON.stringify(value).includes(JSON.stringify(words))
    const places = Object.entries(localStorage)
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
      if (messages.some(has)) places.push('outbox')
    }
    return places
  }, text)
}

const composerOf = (page: Page) => page.getByRole('textbox', { name: 'พิมพ์ข้อความ' })

async function openAt({ context, address }: FaultySending): Promise<Page> {
  const page = await context.newPage()
  await page.goto(address)
  await composerOf(page).waitFor()
  return page
}

/** The server takes the message; its answer gets nowhere. */
async function loseAnswer(route: Route): Promise<void> {
  await route.fetch().catch(() => undefined)
  // The tab may have been killed meanwhile.
  await route.abort('connectionreset').catch(() => undefined)
}

/** Ends a tab as a crash or the phone's memory would: without a word to the page. */
async function killTab(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page)
  const crashed = page.waitForEvent('crash')
  await Promise.race([session.send('Page.crash').catch(() => undefined), crashed])
  await crashed
  await page.close()
}

/** What arrived against what was written: what is missing, what came twice, and whether the order stands. */
export function compareTexts(written: readonly string[], arrived: readonly (string | undefined)[]) {
  const known = new Set(arrived)
  const missing = written.filter((text) => !known.has(text))
  const doubled = arrived.filter((text, index) => arrived.indexOf(text) !== index)
  const firsts = arrived.filter((text, index) => arrived.indexOf(text) === index)
  const expected = written.filter((text) => known.has(text))
  return { missing, doubled, isInOrder: firsts.every((text, index) => text === expected[index]) }
}

/** Numbers from 0 to 1, the same for the same seed. */
export function seededRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32
    return state / 2 ** 32
  }
}

const COMES_WITHIN_MS = 20_000

/** Takes the one case of a customer, once it is there. Answers the address of its conversation. */
export async function openCaseOf(deskUrl: string, token: string, name: string): Promise<string> {
  const headers = { authorization: `Bearer ${token}` }
  const until = performance.now() + COMES_WITHIN_MS
  while (performance.now() < until) {
    const query = new URLSearchParams({ search: name, status: 'OPEN', page: '1', page_size: '20' })
    const answer = await fetch(`${deskUrl}/api/staff/tickets?${query}`, { headers })
    const id = ((await answer.json()) as { items: { id: string }[] }).items[0]?.id
    if (id !== undefined) {
      await fetch(`${deskUrl}/api/staff/tickets/${id}/accept`, { method: 'POST', headers })
      return `${deskUrl}/my-ticket/${id}`
    }
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error(`there is no open case of ${name}`)
}
