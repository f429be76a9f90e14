import { startProduct } from 'e2e/product.ts'
import { signInByHttp } from 'e2e/sign-in.ts'
import { Simulator } from 'e2e/simulator.ts'
import { openBrowser } from './browser.ts'
import { loadPage, type PageLoad } from './page-load.ts'
import { buildSingleBundle, scriptBytes, serveSingleBundle } from './single-bundle.ts'

const PAGES = [
  { path: '/login', signedIn: false, selector: 'button', budget: 120_000 },
  { path: '/chat-queue', signedIn: true, selector: '[data-ticket-id]', budget: 250_000 },
] as const
const GOAL_RATIO = 1.15

/**
 * JavaScript (gzip) of two pages from a cold cache, and the rounds until they are usable, beside the same code as one
 * application without federation, served the same way.
 */
export async function bench(): Promise<void> {
  const product = await startProduct({ demo: true })
  const [pagewise, oneFile] = [await buildSingleBundle('pages'), await buildSingleBundle('file')]
  const single = await serveSingleBundle(pagewise.dist, product.deskUrl)
  const browser = await openBrowser()
  try {
    const simulator = new Simulator(product.simulatorUrl)
    const token = await signInByHttp(product.deskUrl, (await simulator.staffWith('BUSINESS')).user_id)
    const everything = scriptBytes(oneFile.dist)
    for (const { path, signedIn, selector, budget } of PAGES) {
      const options = { token: signedIn ? token : null, selector }
      const federated = await loadPage(browser, product.deskUrl + path, options)
      const alone = await loadPage(browser, single.url + path, options)
      const ratio = federated.scriptBytes / alone.scriptBytes
      console.log(`\n${path}`)
      console.log(
        line('federated', federated, `budget ${kb(budget)}${verdict(federated.scriptBytes <= budget)}`),
      )
      console.log(line('one application', alone, `ratio ${ratio.toFixed(3)}${verdict(ratio <= GOAL_RATIO)}`))
      console.log(
        `${'all in one file'.padEnd(16)} ${kb(everything).padStart(9)}   ratio ${(federated.scriptBytes / everything).toFixed(3)}`,
      )
      for (const { url, bytes } of federated.scripts) console.log(`    ${kb(bytes).padStart(9)}  ${url}`)
      console.log(`    chain: ${federated.chain.join('  →  ')}`)
    }
  } finally {
    await browser.close()
    single.server.close()
    single.server.closeAllConnections()
    await product.stop()
    product.remove()
    pagewise.remove()
    oneFile.remove()
  }
}

function line(name: string, load: PageLoad, more: string): string {
  const rounds = `${load.rounds} rounds, usable after ${load.usableMs.toFixed(0)} ms`
  return `${name.padEnd(16)} ${kb(load.scriptBytes).padStart(9)}   ${rounds}   ${more}`
}

const kb = (bytes: number) => `${(bytes / 1000).toFixed(1)} KB`
const verdict = (good: boolean) => (good ? ', met' : ', NOT MET')
