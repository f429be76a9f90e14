import { whenIdle } from 'shared/ui'
import { afterEach, expect, test } from 'vitest'
import { mockRelease, mockRemote, writeRegistry } from '../testing/mock-remotes.ts'
import { preloadWhenIdle } from './preload-page.ts'

const chat = mockRemote(
  mockRelease('r1', {
    routes: [
      { path: 'chat-queue', title: 'คิวแชท', expose: './ChatQueuePage' },
      { path: 'numbers', title: 'ตัวเลข', expose: './NumbersPage', role: 'BUSINESS' },
    ],
    exposes: {
      './ChatQueuePage': { js: ['queue.js'], css: [] },
      './NumbersPage': { js: ['numbers.js'], css: [] },
    },
  }),
)
writeRegistry({ revision: 1, remotes: { chat } })

const prefetched = () => document.head.querySelectorAll('link[rel=prefetch]').length

afterEach(() => {
  for (const link of document.head.querySelectorAll('link[rel=prefetch]')) link.remove()
})

test('prefetches pages for all roles when the browser is idle, but not pages for one role', async () => {
  preloadWhenIdle()
  await expect.poll(prefetched).toBe(2)
})

test('a cancelled prefetch requests no pages', async () => {
  preloadWhenIdle()()
  // Waits for the prefetch: idle callbacks run in the order in which they were requested.
  await new Promise<void>((resolve) => whenIdle(resolve))
  expect(prefetched()).toBe(0)
})
