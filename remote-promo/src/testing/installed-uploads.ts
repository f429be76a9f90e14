import { disableAutoClose } from 'shared/testing/clear-notices.ts'
import { MockUploads } from 'shared/testing/mock-uploads.ts'
import { afterEach, beforeEach, expect, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'

export const KEY = 'promo_upload_items'
/** Mock server of the running test. */
export let server: MockUploads

/** Gives every test of a file an empty browser storage and a mock server. The test ends each upload itself. */
export function installMockUploads(): void {
  let releaseNotices = () => {}
  beforeEach(async () => {
    await page.viewport(1440, 900)
    // Moves the pointer away: if the previous test left it over the queue, the queue would be frozen.
    await userEvent.hover(document.documentElement, { position: { x: 5, y: 5 } })
    localStorage.clear()
    // Resets the list of links, which is module state and survives a page.
    window.dispatchEvent(new StorageEvent('storage', { key: null }))
    server = new MockUploads()
    server.install()
    releaseNotices = disableAutoClose()
  })
  afterEach(() => {
    server.remove()
    releaseNotices()
    vi.restoreAllMocks()
    localStorage.clear()
  })
}

export const image = (name: string, content = name, type = 'image/png') => new File([content], name, { type })
export const storedLinks = () => JSON.parse(localStorage.getItem(KEY) ?? '[]') as Record<string, unknown>[]
export const linkOf = (name: string) => ({ url: `https://media.example.com/p/${encodeURIComponent(name)}` })

/** Stores links before the page opens, newest first. */
export function storeBefore(...names: string[]): void {
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

/** Responds to the newest upload of a file as soon as the upload has started. */
export async function finish(name: string, status = 200, body: unknown = linkOf(name)): Promise<void> {
  await expect.poll(() => server.of(name).at(-1)?.hasEnded).toBe(false)
  server.of(name).at(-1)?.respond(status, body)
}
