import { startBrowsedDesk } from './browsed-desk.ts'
import { loadPage, type PageLoad } from './page-load.ts'
import { buildSingleBundle, scriptBytes, serveSingleBundle } from './single-bundle.ts'

const PAGES = [
  {
    path: '/login',
    selector: '#root button:not(#boot-reload)',
    usable: 95_000,
    withIdle: 95_000,
    ratio: 1.15,
  },
  {
    path: '/chat-queue',
    selector: '[data-ticket-id]',
    // The page may load 240 KB, plus 0.5 KB for timers that outlive a page and for error texts of dialogs and menus.
    usable: 240_500,
    withIdle: 290_000,
    ratio: 1.15,
  },
  {
    path: '/promo-upload',
    selector: '.mantine-Dropzone-root',
    // The page may load 260 KB, plus 0.5 KB for each package's error texts.
    usable: 260_500,
    withIdle: 330_000,
    // The ratio is higher than the queue's, because the first chunk contains queue code, and the page is not preloaded.
    ratio: 1.3,
  },
  {
    path: '/dashboard',
    selector: 'button[aria-label^="เคสที่ดูแล"]',
    usable: 240_000,
    // Half of this size is recharts, which loads when the page is idle. 13 KB are the card of the knowledge base.
    withIdle: 457_000,
    ratio: 1.3,
  },
  {
    path: '/my-dashboard',
    selector: 'button[aria-label^="เคสที่ดูแล"]',
    // The page may load 230 KB, plus 1.5 KB for keeping a list's scroll position and for error texts.
    usable: 231_500,
    withIdle: 432_000,
    ratio: 1.3,
  },
  {
    path: '/wallboard',
    selector: 'dl[aria-label="ตอนนี้"]',
    // The page may load 225 KB, plus 1.5 KB for links from numbers to lists (a separate chunk) and for error texts.
    usable: 226_500,
    withIdle: 295_000,
    ratio: 1.3,
  },
  {
    path: '/knowledge-base',
    selector: 'form[aria-label="เพิ่มคำถาม-คำตอบทั่วไป"]',
    // The page may load 250 KB, plus 0.5 KB for error texts.
    usable: 250_500,
    withIdle: 320_000,
    ratio: 1.3,
  },
] as const

/** Loads seven pages with a cold cache, and compares them with a build of the same code without federation. */
export async function bench(): Promise<void> {
  await using desk = await startBrowsedDesk('BUSINESS', { demo: true })
  const [pagewise, oneFile] = [await buildSingleBundle('pages'), await buildSingleBundle('file')]
  const single = await serveSingleBundle(pagewise.dist, desk.deskUrl)
  try {
    const everything = scriptBytes(oneFile.dist)
    for (const { path, selector, usable, withIdle, ratio: goal } of PAGES) {
      const options = { token: path === '/login' ? null : desk.token, selector }
      const federated = await loadPage(desk.browser, desk.deskUrl + path, options)
      const alone = await loadPage(desk.browser, single.url + path, options)
      const ratio = federated.usableBytes / alone.usableBytes
      console.log(`\n${path}`)
      const within = (bytes: number, budget: number) => `budget ${kb(budget)}${verdict(bytes <= budget)}`
      console.log(line('federated', federated, within(federated.usableBytes, usable)))
      console.log(
        `${'with idle preloads'.padEnd(18)} ${kb(federated.scriptBytes).padStart(9)}   ${within(federated.scriptBytes, withIdle)}`,
      )
      console.log(line('one application', alone, `ratio ${ratio.toFixed(3)}${verdict(ratio <= goal)}`))
      console.log(`${'with idle preloads'.padEnd(18)} ${kb(alone.scriptBytes).padStart(9)}`)
      console.log(
        `${'all in one file'.padEnd(18)} ${kb(everything).padStart(9)}   ratio ${(federated.usableBytes / everything).toFixed(3)}`,
      )
      printScripts('federated', federated)
      printScripts('one application', alone)
    }
  } finally {
    single.server.close()
    single.server.closeAllConnections()
    pagewise.remove()
    oneFile.remove()
  }
}

function line(name: string, load: PageLoad, more: string): string {
  const rounds = `${load.rounds} rounds, usable after ${load.usableMs.toFixed(0)} ms`
  return `${name.padEnd(18)} ${kb(load.usableBytes).padStart(9)}   ${rounds}   ${more}`
}

function printScripts(name: string, { scripts, chain }: PageLoad): void {
  console.log(`  ${name}: ${chain.join('  →  ')}`)
  for (const { url, bytes, onIdle } of scripts)
    console.log(`    ${kb(bytes).padStart(9)}  ${url}${onIdle ? '  (idle)' : ''}`)
}

const kb = (bytes: number) => `${(bytes / 1000).toFixed(1)} KB`
const verdict = (good: boolean) => (good ? ', met' : ', NOT MET')
