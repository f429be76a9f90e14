import { lazy, Suspense, useState } from 'react'
import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { mockRelease, mockRemote, writeRegistry } from '../testing/mock-remotes.ts'
import { RemoteComponent } from './RemoteComponent.tsx'

const Never = lazy(() => new Promise<never>(() => {}))

function PageWithLatePart() {
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
vi.mock('./federation.ts', () => ({ loadExposed: async () => ({ default: PageWithLatePart }) }))
vi.mock('./preload-page.ts', () => ({ preloadRelease: () => {} }))

test('a part of a page that is still being loaded takes the place of the page and nothing else', async () => {
  const chat = mockRemote(mockRelease('r1', { exposes: { './Page': { js: [], css: [] } } }))
  writeRegistry({ revision: 1, remotes: { chat } })
  await render(
    <Suspense fallback={null}>
      <header>the shell</header>
      <RemoteComponent
        remoteId="chat"
        expose="./Page"
        loading={<i>loading</i>}
        failed={(reason) => <b>{reason}</b>}
      />
    </Suspense>,
  )
  await page.getByRole('button', { name: 'open' }).click()
  await expect.element(page.getByText('loading')).toBeVisible()
  await expect.element(page.getByText('the shell')).toBeVisible()
})
