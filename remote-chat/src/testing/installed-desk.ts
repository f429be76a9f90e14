import { MockDesk, type MockDeskOptions } from 'shared/testing/mock-desk.ts'
import { afterEach, beforeEach } from 'vitest'
import { page } from 'vitest/browser'
import { outboxWritten, updateOutbox } from '../outbox/outbox.store.ts'
import { writeDraft } from '../outbox/unsent.store.ts'

/** The desk of the test that runs. */
export let desk: MockDesk

/** Gives every test of a file a desk of its own and a window of 1440 × 900 px, and leaves nothing of it behind. */
export function installMockDesk(): void {
  beforeEach(async () => {
    await page.viewport(1440, 900)
    install()
  })
  afterEach(async () => {
    // Drafts and outbox outlive a page.
    for (const id of desk.tickets.keys()) writeDraft(id, '')
    updateOutbox(() => [])
    await outboxWritten()
    desk.remove()
    // Notices outlive a page, and would stand over the next one.
    for (const close of document.querySelectorAll<HTMLElement>('[aria-label="ปิดการแจ้งเตือน"]')) close.click()
  })
}

/** Another desk in place of the test's own, before a page is drawn. */
export function replaceMockDesk(options: MockDeskOptions): void {
  desk.remove()
  install(options)
}

function install(options?: MockDeskOptions): void {
  desk = new MockDesk(options)
  desk.install()
}
