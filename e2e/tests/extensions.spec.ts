import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { runToEnd } from '../../scripts/tools/child-process.ts'
import { expect, test } from '../src/desk-test.ts'
import { openSignedIn } from '../src/sign-in.ts'
import type { Simulator } from '../src/simulator-client.ts'
import type { Product } from '../src/start-product.ts'

const ROOT = join(import.meta.dirname, '../..')

test.describe.configure({ mode: 'serial' })

async function program({ dataDir }: Product, file: string, ...args: string[]): Promise<void> {
  const env = { ...process.env, DATA_DIR: dataDir }
  const { code, output } = await runToEnd(process.execPath, [join(ROOT, file), ...args], { env })
  expect(code, output).toBe(0)
}

test.beforeAll(({ product }) => program(product, 'e2e/src/release-fixture.ts', 'remote-parts'))
// Withdraws the remote, because the other tests run without it.
test.afterAll(({ product }) => program(product, 'server/src/releases/registry.cli.ts', 'withdraw', 'parts'))

/** Opens the queue as a user with the given role. Returns the errors that the page reports from then on. */
async function openQueue(
  page: Page,
  deskUrl: string,
  simulator: Simulator,
  role: 'BUSINESS' | 'ADMIN',
): Promise<string[]> {
  const problems: string[] = []
  page.on('pageerror', (error) => problems.push(error.message))
  await openSignedIn(page, deskUrl, (await simulator.staffWith(role)).user_id)
  await page.goto(`${deskUrl}/chat-queue`)
  await expect(page.locator('html')).toHaveAttribute('data-beat', role)
  return problems
}

test('slots render components of a remote that has no page, and the page survives a component that throws', async ({
  page,
  deskUrl,
  simulator,
}) => {
  const problems = await openQueue(page, deskUrl, simulator, 'BUSINESS')
  await expect(page.getByRole('banner').getByText('a sign of the parts')).toBeVisible()

  await page
    .getByRole('button', { name: /เปิดแชท/ })
    .first()
    .click()
  const chat = page.getByRole('complementary', { name: /แชทกับ/ })
  const [ticketId] = /[0-9a-f-]{36}/.exec(page.url()) ?? []
  await expect(chat.getByText(`a panel of ${ticketId}`)).toBeVisible()
  await expect(chat.getByRole('log')).toBeVisible()

  await page.getByRole('button', { name: /เมนูผู้ใช้/ }).click()
  await expect(page.getByRole('menuitem', { name: 'ออกจากระบบ' })).toBeVisible()
  await page.getByRole('menuitem', { name: 'an entry of the parts' }).click()
  await expect(page).toHaveURL(/\/profile$/)
  await expect(page.getByText('a sign of the parts')).toBeHidden()
  expect(problems).toEqual([])
})

test('a slot renders a component only for its declared roles', async ({ page, deskUrl, simulator }) => {
  await openQueue(page, deskUrl, simulator, 'ADMIN')
  await page.getByRole('button', { name: /เมนูผู้ใช้/ }).click()
  await expect(page.getByRole('menuitem', { name: 'an entry of the parts' })).toBeVisible()
  await expect(page.getByText('a sign of the parts')).toBeHidden()
})
