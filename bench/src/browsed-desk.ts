import { signInByHttp } from 'e2e/sign-in.ts'
import { Simulator } from 'e2e/simulator-client.ts'
import { type ProductOptions, startProduct } from 'e2e/start-product.ts'
import type { Page } from 'playwright'
import { openBrowser } from './open-browser.ts'

export type BrowsedDesk = Awaited<ReturnType<typeof startBrowsedDesk>>

/** Starts the product and a browser, and signs a person with this role in. Disposal stops both. */
export async function startBrowsedDesk(role: 'ADMIN' | 'BUSINESS', options?: ProductOptions) {
  await using started = new AsyncDisposableStack()
  const product = started.adopt(await startProduct(options), async ({ stop, remove }) => {
    await stop()
    remove()
  })
  const browser = started.adopt(await openBrowser(), (opened) => opened.close())
  const simulator = new Simulator(product.simulatorUrl)
  const token = await signInByHttp(product.deskUrl, (await simulator.staffWith(role)).user_id)
  const stack = started.move()
  return {
    ...product,
    browser,
    simulator,
    token,
    /** Opens a page in which the person is signed in. */
    async openPage(): Promise<Page> {
      const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
      await page.addInitScript((jwt) => localStorage.setItem('jwt', jwt), token)
      return page
    },
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  }
}
