import { type Browser, type BrowserContext, test as base, type Page } from '@playwright/test'
import { signInByHttp } from './sign-in.ts'
import { Simulator } from './simulator-client.ts'
import { type Product, startProduct } from './start-product.ts'
import type { Viewport } from './viewports.ts'

interface OpenedPage {
  size: Viewport
  staff: { user_id: string }
  /** Browser of the new context; by default the browser that all tests share. */
  browser?: Browser
  /** Path of the page to open. Default: the queue. */
  address?: string
  /** Prepares the browser context before the page opens. */
  before?: (context: BrowserContext) => Promise<unknown>
}

interface DeskFixtures {
  deskUrl: string
  simulator: Simulator
  /** Signs a staff member in on the login page and in LINE's list of accounts, and waits for the desk. */
  signIn: (page: Page, staff: { user_id: string; display_name: string }) => Promise<void>
  /** Opens a page of the desk in a new browser context in which a staff member is signed in. */
  openPage: (opened: OpenedPage) => Promise<Page>
  /**
   * Fixture that closes the browser contexts of a test, because their pages would stay connected during the next tests.
   */
  closeContexts: undefined
}

interface WorkerFixtures {
  /** The product with demo data. The tests of a worker share it, except tests that start another product. */
  product: Product
}

export const test = base.extend<DeskFixtures, WorkerFixtures>({
  product: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures a function needs from its first parameter
    async ({}, use) => {
      const product = await startProduct()
      await use(product)
      await product.stop()
      product.remove()
    },
    { scope: 'worker', timeout: 300_000 },
  ],
  closeContexts: [
    async ({ browser }, use) => {
      await use(undefined)
      await Promise.all(browser.contexts().map((context) => context.close()))
    },
    { auto: true },
  ],
  deskUrl: async ({ product }, use) => {
    await use(product.deskUrl)
  },
  simulator: async ({ product }, use) => {
    await use(new Simulator(product.simulatorUrl))
  },
  signIn: async ({ deskUrl }, use) => {
    await use(async (page, staff) => {
      await page.goto(`${deskUrl}/login`)
      await page.getByRole('button', { name: 'เข้าสู่ระบบด้วย LINE' }).click()
      await page.getByRole('link', { name: staff.display_name }).click()
      await page.waitForURL(/\/(dashboard|chat-queue)$/)
    })
  },
  openPage: async ({ browser, deskUrl }, use) => {
    await use(async ({ size, staff, address = '/chat-queue', before, ...opened }) => {
      const isPhone = size.name === 'phone'
      const context = await (opened.browser ?? browser).newContext({
        viewport: { width: size.width, height: size.height },
        isMobile: isPhone,
        hasTouch: isPhone,
        reducedMotion: 'reduce',
      })
      const jwt = await signInByHttp(deskUrl, staff.user_id)
      await context.addInitScript(
        (existing) => {
          for (const [key, value] of Object.entries(existing)) localStorage.setItem(key, value)
        },
        { jwt, theme: size.theme },
      )
      await before?.(context)
      const page = await context.newPage()
      await page.goto(`${deskUrl}${address}`)
      return page
    })
  },
})

export { expect } from '@playwright/test'
