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

test('pages of everyone are prefetched when the browser is idle, and those of one role are not', async () => {
  preloadWhenIdle()
  await expect.poll(prefetched).toBe(2)
})

test('prefetching that is called off does not happen', async () => {
  preloadWhenIdle()()
  // Idle callbacks run in the order in which they were asked for.
  await new Promise<void>((resolve) => whenIdle(resolve))
  expect(prefetched()).toBe(0)
})
