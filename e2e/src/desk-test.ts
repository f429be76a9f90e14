import { test as base, type Page } from '@playwright/test'
import { Simulator } from './simulator.ts'

interface DeskFixtures {
  deskUrl: string
  simulator: Simulator
  /** Signs a member of staff in by the login page and LINE's user picker, and waits for the desk. */
  signIn: (page: Page, staff: { user_id: string; display_name: string }) => Promise<void>
  /** Ends the browser contexts that a story has opened itself: their pages would go on beside the stories after it. */
  closeContexts: undefined
}

export const test = base.extend<DeskFixtures>({
  closeContexts: [
    async ({ browser }, use) => {
      await use(undefined)
      await Promise.all(browser.contexts().map((context) => context.close()))
    },
    { auto: true },
  ],
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures a function needs from its first parameter
  deskUrl: async ({}, use) => {
    await use(fromEnvironment('DESK_URL'))
  },
  // biome-ignore lint/correctness/noEmptyPattern: as above
  simulator: async ({}, use) => {
    await use(new Simulator(fromEnvironment('SIMULATOR_URL')))
  },
  signIn: async ({ deskUrl }, use) => {
    await use(async (page, staff) => {
      await page.goto(`${deskUrl}/login`)
      await page.getByRole('button', { name: 'เข้าสู่ระบบด้วย LINE' }).click()
      await page.getByRole('link', { name: staff.display_name }).click()
      await page.waitForURL(/\/(dashboard|chat-queue)$/)
    })
  },
})

export { expect } from '@playwright/test'

function fromEnvironment(name: string): string {
  const value = process.env[name]
  if (!value) throw new Error(`${name} is not set: run the stories with the project's test command`)
  return value
}
