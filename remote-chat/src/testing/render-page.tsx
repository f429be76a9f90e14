import { QueryClientProvider } from '@tanstack/react-query'
import type { ComponentType, ReactNode } from 'react'
import { BrowserRouter, createMemoryRouter, RouterProvider } from 'react-router-dom'
import { createDeskQueryClient } from 'shared/api'
import { startSessionCheck } from 'shared/session'
import { clearNotices } from 'shared/testing/clear-notices.ts'
import { render } from 'shared/testing/render.ts'
import { PageHeaderOutlet, ThemeProvider, Toaster } from 'shared/ui'
import { onTestFinished } from 'vitest'
import classes from './render-page.module.css'

/** Renders a page like the host: signed in, with a top bar and a sidebar. */
export async function renderPage(Page: ComponentType, address: string, routes: readonly string[] = []) {
  const router = createMemoryRouter(
    [...routes, address.split('?')[0] ?? '/'].map((path) => ({ path, element: <Shell page={<Page />} /> })),
    { initialEntries: [address] },
  )
  return { ...(await renderUnder(<RouterProvider router={router} />)), router }
}

/** Renders a page like `renderPage`, but with the browser's own history, in which dialogs have entries too. */
export async function renderInBrowserHistory(Page: ComponentType, address: string) {
  const home = location.href
  onTestFinished(() => history.pushState(null, '', home))
  history.pushState(null, '', address)
  return renderUnder(
    <BrowserRouter>
      <Shell page={<Page />} />
    </BrowserRouter>,
  )
}

async function renderUnder(routed: ReactNode) {
  clearNotices()
  await startSessionCheck()
  const client = createDeskQueryClient()
  const screen = await render(
    <ThemeProvider>
      <QueryClientProvider client={client}>
        {routed}
        <Toaster />
      </QueryClientProvider>
    </ThemeProvider>,
  )
  return { screen, client }
}

function Shell({ page }: { page: ReactNode }) {
  return (
    <div className={classes.shell}>
      <div className={classes.sidebar} />
      <div className={classes.column}>
        <header className={classes.bar}>
          <PageHeaderOutlet side="start" />
          <PageHeaderOutlet side="end" />
        </header>
        <main className={classes.main}>{page}</main>
      </div>
    </div>
  )
}
