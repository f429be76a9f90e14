import type { Page } from '@playwright/test'
import { expect, test } from '../src/desk-test.ts'
import { openSignedIn } from '../src/sign-in.ts'

/** Kinds of files of a remote's page, with patterns of their URLs. */
const FILES = [
  ['the entry', /\/r\/chat\/[^/]+\/remoteEntry\.js$/],
  ['a script', /\/r\/chat\/[^/]+\/(?!remoteEntry)[^/]+\.js$/],
  ['a style sheet', /\/r\/chat\/[^/]+\/[^/]+\.css$/],
] as const

/** Returns 503 for the first request of each matching file, and then lets all requests pass. */
async function stumble(page: Page, pattern: RegExp): Promise<() => number> {
  const stumbled = new Set<string>()
  await page.route(pattern, async (route) => {
    const url = route.request().url()
    if (stumbled.has(url)) return route.fallback()
    stumbled.add(url)
    await route.fulfill({ status: 503, body: 'busy' })
  })
  return () => stumbled.size
}

const row = (page: Page) => page.getByRole('button', { name: /เปิดแชท/ }).first()

for (const [what, pattern] of FILES) {
  test(`the queue recovers when its ${what.replace(/^\w+ /, '')} returns 503 once`, async ({
    page,
    deskUrl,
    simulator,
  }) => {
    await openSignedIn(page, deskUrl, (await simulator.staffWith('BUSINESS')).user_id)
    const stumbled = await stumble(page, pattern)
    await page.goto(`${deskUrl}/chat-queue`)
    await expect(row(page)).toBeVisible()
    expect(stumbled()).toBeGreaterThan(0)
  })

  test(`the page rejects the queue when the hash of its ${what.replace(/^\w+ /, '')} differs from the registry`, async ({
    page,
    deskUrl,
    simulator,
  }) => {
    await openSignedIn(page, deskUrl, (await simulator.staffWith('BUSINESS')).user_id)
    await page.route(pattern, async (route) => {
      const response = await route.fetch()
      await route.fulfill({ response, body: `${await response.text()}\n/* changed */` })
    })
    await page.goto(`${deskUrl}/chat-queue`)
    await expect(page.getByText('ไฟล์ของหน้านี้ไม่ตรงกับรุ่นที่เผยแพร่')).toBeVisible()
    // Waits for running requests, because a retry may still be waiting for its response.
    await page.unrouteAll({ behavior: 'wait' })
    await page.getByRole('button', { name: 'ลองใหม่' }).click()
    await expect(row(page)).toBeVisible()
  })
}
