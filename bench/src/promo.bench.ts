import { setTimeout } from 'node:timers/promises'
import { photo } from '../../server/src/media/testing/test-images.ts'
import { type BrowsedDesk, startBrowsedDesk } from './browsed-desk.ts'
import { printFrames, readFrames, taskMs, watchFrames, watchThread } from './frame-gaps.ts'

const PICTURES = 60
const [FEW, MANY] = [100, 500]
/** Scroll distance in px per turn of the mouse wheel. Distance and rate are similar to a person's. */
const STEP = 300
const STEPS_PER_SECOND = 30
const STEPS = 150
const RATIO = 1.5
const MAX_ROWS = 60

/** Does not slow the CPU down, because without a graphics card it already spends half of the time on painting. */
export async function bench(): Promise<void> {
  await using desk = await startBrowsedDesk('BUSINESS')
  const urls: string[] = []
  for (let number = 0; number < PICTURES; number += 1) urls.push(await upload(desk, number))
  const few = await round(desk, urls, FEW)
  const many = await round(desk, urls, MANY)
  const ratio = many / few
  console.log(
    `a step of the wheel: ${few.toFixed(1)} ms of the page's thread with ${FEW} links, ${many.toFixed(1)} ms with ${MANY}: ratio ${ratio.toFixed(2)} (goal ${RATIO})${ratio <= RATIO ? ', met' : ', NOT MET'}`,
  )
}

async function round(desk: BrowsedDesk, urls: readonly string[], count: number): Promise<number> {
  const page = await desk.openPage()
  const links = Array.from({ length: count }, (_, index) => ({
    id: `${index}`,
    name: `โปรโมชั่น ${index}.png`,
    size: 150_000 + index,
    url: urls[index % urls.length],
    createdAt: new Date(Date.UTC(2026, 10, 1, 0, -index)).toISOString(),
  }))
  await page.addInitScript(
    (stats) => localStorage.setItem('promo_upload_items', stats),
    JSON.stringify(links),
  )
  await page.goto(`${desk.deskUrl}/promo-upload`)
  await page.getByText('โปรโมชั่น 0.png', { exact: true }).waitFor()
  await page.waitForLoadState('networkidle')
  const devtools = await watchThread(page)
  await page.mouse.move(700, 600)
  await page.evaluate(watchFrames)
  const space = await page.evaluate(watchRows)
  const before = await taskMs(devtools)
  const start = performance.now()
  let [at, stepPx] = [0, STEP]
  for (let step = 0; step < STEPS; step += 1) {
    if (at + stepPx > space || at + stepPx < 0) stepPx = -stepPx
    at += stepPx
    await page.mouse.wheel(0, stepPx)
    await setTimeout(Math.max(0, start + ((step + 1) * 1_000) / STEPS_PER_SECOND - performance.now()))
  }
  const seconds = (performance.now() - start) / 1_000
  printFrames(`${count} links, ${STEPS} steps in ${seconds.toFixed(1)} s`, await readFrames(page))
  const rows = await page.evaluate(() => (window as unknown as { mostRows: number }).mostRows)
  console.log(
    `  rows rendered at once: ${rows} at most (goal ${MAX_ROWS}${rows <= MAX_ROWS ? ', met' : ', NOT MET'})`,
  )
  const work = ((await taskMs(devtools)) - before) / STEPS
  await page.close()
  return work
}

/** Counts the list's rows, and records the maximum. Runs in the page. */
function watchRows(): number {
  const list = document.querySelector('main ul')
  const view = list?.closest('section')?.parentElement
  if (!list || !view) throw new Error('there is no list')
  const noted = window as unknown as { mostRows: number }
  noted.mostRows = list.children.length
  new MutationObserver(() => {
    noted.mostRows = Math.max(noted.mostRows, list.children.length)
  }).observe(list, { childList: true })
  return view.scrollHeight - view.clientHeight
}

async function upload({ deskUrl, token }: BrowsedDesk, number: number): Promise<string> {
  const content = await photo(400, 300)
    .tint({ r: number * 4, g: 120, b: 255 - number * 4 })
    .jpeg()
    .toBuffer()
  const form = new FormData()
  form.append('file', new Blob([Uint8Array.from(content)], { type: 'image/jpeg' }), `${number}.jpg`)
  const response = await fetch(`${deskUrl}/api/staff/upload?purpose=promotion`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    body: form,
  })
  if (!response.ok) throw new Error(`an image was not accepted: ${response.status} ${await response.text()}`)
  return ((await response.json()) as { url: string }).url
}
