import { keepNotices } from 'shared/testing/clear-notices.ts'
import { MockUploads } from 'shared/testing/mock-uploads.ts'
import { afterEach, beforeEach, expect, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'

export const KEY = 'promo_upload_items'
/** What uploads of the test that runs arrive at. */
export let server: MockUploads

/** Gives every test of a file a browser that keeps nothing, and uploads that wait for the test. */
export function installMockUploads(): void {
  let letNoticesGo = () => {}
  beforeEach(async () => {
    await page.viewport(1440, 900)
    // Where the test before left the pointer the queue would come up under a hand, and be held.
    await userEvent.hover(document.documentElement, { position: { x: 5, y: 5 } })
    localStorage.clear()
    // The list is a module's, and outlives a page.
    window.dispatchEvent(new StorageEvent('storage', { key: null }))
    server = new MockUploads()
    server.install()
    letNoticesGo = keepNotices()
  })
  afterEach(() => {
    server.remove()
    letNoticesGo()
    vi.restoreAllMocks()
    localStorage.clear()
  })
}

export const picture = (name: string, content = name, type = 'image/png') =>
  new File([content], name, { type })
export const kept = () => JSON.parse(localStorage.getItem(KEY) ?? '[]') as Record<string, unknown>[]
export const linkOf = (name: string) => ({ url: `https://media.example.com/p/${encodeURIComponent(name)}` })

/** Links that were kept before the page came, the newest first. */
export function keepBefore(...names: string[]): void {
  const links = names.map((name, index) => ({
    id: name,
    name,
    size: 1_536,
    ...linkOf(name),
    createdAt: new Date(Date.UTC(2026, 10, 23, 7, 59 - (index % 60))).toISOString(),
  }))
  localStorage.setItem(KEY, JSON.stringify(links))
}

export async function choose(...files: File[]): Promise<void> {
  const input = document.querySelector<HTMLInputElement>('input[type="file"]')
  if (input === null) throw new Error('there is no input')
  await userEvent.upload(input, files)
}

export async function finish(name: string, status = 200, body: unknown = linkOf(name)): Promise<void> {
  await expect.poll(() => server.of(name).length).toBeGreaterThan(0)
  server.of(name).at(-1)?.answer(status, body)
}
