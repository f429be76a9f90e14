import { MockDesk, type MockDeskOptions } from 'shared/testing/mock-desk.ts'
import { afterEach, beforeEach } from 'vitest'
import { page } from 'vitest/browser'
import { writeDraft } from '../outbox/drafts.store.ts'
import { outboxStored, updateOutbox } from '../outbox/outbox.store.ts'

/** Mock desk of the running test. */
export let desk: MockDesk

/** Installs a new mock desk and a window of 1440 × 900 px for every test of a file, and cleans up afterwards. */
export function installMockDesk(): void {
  beforeEach(async () => {
    await page.viewport(1440, 900)
    install()
  })
  afterEach(async () => {
    // Clears drafts and the outbox, which survive the unmounting of a page.
    for (const id of desk.tickets.keys()) writeDraft(id, '')
    updateOutbox(() => [])
    await outboxStored()
    desk.remove()
    // Closes notifications, which survive a page and would cover the next one.
    for (const close of document.querySelectorAll<HTMLElement>('[aria-label="ปิดการแจ้งเตือน"]')) close.click()
  })
}

/** Replaces the test's mock desk, before a page is rendered. */
export function replaceMockDesk(options: MockDeskOptions): void {
  desk.remove()
  install(options)
}

function install(options?: MockDeskOptions): void {
  desk = new MockDesk(options)
  desk.install()
}
