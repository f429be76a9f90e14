import { type ComponentType, lazy, Suspense, useState } from 'react'
import { MemoryRouter } from 'react-router-dom'
import type { PageRelease } from 'shared/federation/remote-manifest.ts'
import { render } from 'shared/testing/render.ts'
import { ThemeProvider } from 'shared/ui'
import { beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { mockRelease, mockRemote } from '../testing/mock-remotes.ts'
import { RemoteComponent } from './RemoteComponent.tsx'
import { RemotePageFailure } from './RemotePageStates.tsx'
import { readRegistry, replaceRegistry } from './registry.ts'

const Never = lazy(() => new Promise<never>(() => {}))

function PageWithLazyPart() {
  const [isOpen, setOpen] = useState(false)
  return (
    <div>
      <button type="button" onClick={() => setOpen(true)}>
        open
      </button>
      {isOpen ? <Never /> : null}
    </div>
  )
}

/** A click on the button makes React remove a text node, which fails when page translation has moved the node. */
function PageWithText() {
  const [isAccepted, setAccepted] = useState(false)
  return (
    <div>
      <p>
        {isAccepted ? null : 'waiting'}
        <b>case</b>
      </p>
      <button type="button" onClick={() => setAccepted(true)}>
        accept
      </button>
    </div>
  )
}

function PageThatThrows(): never {
  throw toThrow
}
let toThrow: unknown

const pages = new Map<string, ComponentType>()
vi.mock('./federation.ts', () => ({
  loadExposed: async ({ release }: PageRelease) => ({ default: pages.get(release) }),
}))
vi.mock('./preload-page.ts', () => ({ preloadRelease: () => {} }))
vi.mock('./refresh-registry.ts', () => ({ refreshRegistry: async () => {} }))

beforeEach(() => {
  pages.clear()
  pages.set('old', () => <p>the release before</p>)
})

/** Renders a page whose active release is `new`. Each test uses its own remote, because modules are cached. */
async function renderPage(active: ComponentType, remoteId: string) {
  pages.set('new', active)
  const exposes = { './Page': { js: [], css: [] } }
  const remote = mockRemote(mockRelease('new', { exposes }), mockRelease('old', { exposes }))
  replaceRegistry({ revision: readRegistry().revision + 1, remotes: { [remoteId]: remote } })
  const { container } = await render(
    <Suspense fallback={null}>
      <header>the shell</header>
      <RemoteComponent
        remoteId={remoteId}
        expose="./Page"
        loading={<i>loading</i>}
        failed={(reason, retry) => (
          <button type="button" onClick={() => void retry()}>
            {`retry ${reason}`}
          </button>
        )}
      />
    </Suspense>,
  )
  return container
}

/** Wraps each text node in an element, as page translation does. */
function moveTexts(root: Node, tag: string) {
  const walk = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
  const texts: Text[] = []
  for (let node = walk.nextNode(); node; node = walk.nextNode()) texts.push(node as Text)
  for (const text of texts) {
    const wrapper = document.createElement(tag)
    text.replaceWith(wrapper)
    wrapper.append(text.data)
  }
}

test("loading a lazy part of a page shows the loading state only in the page's place", async () => {
  await renderPage(PageWithLazyPart, 'late')
  await page.getByRole('button', { name: 'open' }).click()
  await expect.element(page.getByText('loading')).toBeVisible()
  await expect.element(page.getByText('the shell')).toBeVisible()
})

test.each([
  ['a translation', 'font'],
  ['an extension', 'grammarly-span'],
])("keeps the release after %s moved the page's texts, and a retry remounts the page", async (what, tag) => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  const root = await renderPage(PageWithText, what)
  await expect.element(page.getByText(/waiting/)).toBeVisible()
  moveTexts(root, tag)
  await page.getByRole('button', { name: 'accept' }).click()
  await page.getByRole('button', { name: 'retry foreign-mutation' }).click()
  await expect.element(page.getByText(/waiting/)).toBeVisible()
  await expect.element(page.getByText('the release before')).not.toBeInTheDocument()
})

test('attributes an error to page translation while the page is translated', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  document.documentElement.classList.add('translated-ltr')
  try {
    toThrow = new TypeError('x is undefined')
    await renderPage(PageThatThrows, 'translated')
    await expect.element(page.getByRole('button', { name: 'retry foreign-mutation' })).toBeVisible()
  } finally {
    document.documentElement.classList.remove('translated-ltr')
  }
})

test('explains how to turn off page translation', async () => {
  await render(
    <ThemeProvider>
      <MemoryRouter>
        <RemotePageFailure reason="foreign-mutation" onRetry={async () => {}} />
      </MemoryRouter>
    </ThemeProvider>,
  )
  await expect.element(page.getByText(/กรุณาปิดการแปลหน้าเว็บ/)).toBeVisible()
})

test('keeps the current release of a page that failed because the storage is full', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  toThrow = new DOMException('The quota has been exceeded.', 'QuotaExceededError')
  await renderPage(PageThatThrows, 'full')
  await expect.element(page.getByRole('button', { name: 'retry threw' })).toBeVisible()
})

test('replaces a faulty page with the page of the previous release', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  toThrow = new TypeError('x is undefined')
  await renderPage(PageThatThrows, 'faulty')
  await expect.element(page.getByText('the release before')).toBeVisible()
})
