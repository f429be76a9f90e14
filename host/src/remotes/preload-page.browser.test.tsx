import { REGISTRY_ELEMENT_ID } from 'shared/contract/constants.ts'
import { whenIdle } from 'shared/ui'
import { afterEach, expect, test } from 'vitest'
import { preloadWhenIdle } from './preload-page.ts'

const declaration = {
  id: 'chat',
  owner: 'team',
  requires: { shell: '^1.0.0' },
  routes: [{ path: 'chat-queue', title: 'คิวแชท', expose: './ChatQueuePage' }],
  nav: [],
}
const release = {
  ...declaration,
  container: 'chat_1',
  basePath: '/r/chat/1/',
  entry: 'remoteEntry.js',
  exposes: { './ChatQueuePage': { js: ['queue.js'], css: [] } },
  files: {},
}
const registry = document.createElement('script')
registry.type = 'application/json'
registry.id = REGISTRY_ELEMENT_ID
registry.textContent = JSON.stringify({
  revision: 1,
  remotes: { chat: { declaration, active: release, previous: null } },
})
document.head.append(registry)

const prefetched = () => document.head.querySelectorAll('link[rel=prefetch]').length

afterEach(() => {
  for (const link of document.head.querySelectorAll('link[rel=prefetch]')) link.remove()
})

test('pages are prefetched when the browser is idle', async () => {
  preloadWhenIdle('ADMIN')
  await expect.poll(prefetched).toBe(2)
})

test('prefetching that is called off does not happen', async () => {
  preloadWhenIdle('ADMIN')()
  // Idle callbacks run in the order in which they were asked for.
  await new Promise<void>((resolve) => whenIdle(resolve))
  expect(prefetched()).toBe(0)
})
