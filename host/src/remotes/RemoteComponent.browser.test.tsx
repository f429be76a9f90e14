import { lazy, Suspense, useState } from 'react'
import { REGISTRY_ELEMENT_ID } from 'shared/contract/constants.ts'
import { afterEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
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

const release = {
  release: 'r1',
  container: 'c1',
  version: '1.0.0',
  basePath: '/r/x/',
  entry: 'e.js',
  requires: { shell: '^1.0.0' },
  routes: [],
  nav: [],
  exposes: { './P': { js: [], css: [] } },
  files: {},
}
const declaration = { id: 'x', owner: 't', requires: { shell: '^1' }, routes: [], nav: [] }

afterEach(() => document.getElementById(REGISTRY_ELEMENT_ID)?.remove())

test('a part of a page that is still being loaded takes the place of the page and nothing else', async () => {
  const element = document.createElement('script')
  element.type = 'application/json'
  element.id = REGISTRY_ELEMENT_ID
  element.textContent = JSON.stringify({
    revision: 1,
    remotes: { x: { declaration, active: release, previous: null } },
  })
  document.head.append(element)
  await render(
    <Suspense fallback={null}>
      <header>the shell</header>
      <RemoteComponent
        remoteId="x"
        expose="./P"
        loading={<i>loading</i>}
        failed={(reason) => <b>{reason}</b>}
      />
    </Suspense>,
  )
  await page.getByRole('button', { name: 'open' }).click()
  await expect.element(page.getByText('loading')).toBeVisible()
  await expect.element(page.getByText('the shell')).toBeVisible()
})
