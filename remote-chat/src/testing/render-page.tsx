import 'shared/ui/theme/desk.css'
import { QueryClientProvider } from '@tanstack/react-query'
import type { ComponentType } from 'react'
import { createMemoryRouter, RouterProvider } from 'react-router-dom'
import { createDeskQueryClient } from 'shared/api'
import { startSessionCheck } from 'shared/session'
import { clearNotices } from 'shared/testing/clear-notices.ts'
import { PageHeaderOutlet, ThemeProvider, Toaster } from 'shared/ui'
import { render } from 'vitest-browser-react'
import classes from './render-page.module.css'

/** Draws a page as the host would: signed in, under a top bar, beside a sidebar's width. */
export async function renderPage(Page: ComponentType, address: string, routes: readonly string[] = []) {
  clearNotices()
  await startSessionCheck()
  const client = createDeskQueryClient()
  const element = (
    <div className={classes.shell}>
      <div className={classes.sidebar} />
      <div className={classes.column}>
        <header className={classes.bar}>
          <PageHeaderOutlet side="start" />
          <PageHeaderOutlet side="end" />
        </header>
        <main className={classes.main}>
          <Page />
        </main>
      </div>
    </div>
  )
  const router = createMemoryRouter(
    [...routes, address.split('?')[0] ?? '/'].map((path) => ({ path, element })),
    { initialEntries: [address] },
  )
  const screen = await render(
    <ThemeProvider>
      <QueryClientProvider client={client}>
        <RouterProvider router={router} />
        <Toaster />
      </QueryClientProvider>
    </ThemeProvider>,
  )
  return { screen, client, router }
}
