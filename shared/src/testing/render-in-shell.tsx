import { QueryClientProvider } from '@tanstack/react-query'
import { type ComponentType, useEffect } from 'react'
import { MemoryRouter, useLocation, useNavigate } from 'react-router-dom'
import { createDeskQueryClient } from '../api/index.ts'
import { PageHeaderOutlet, ThemeProvider, Toaster } from '../ui/index.ts'
import { render } from './render.ts'
import classes from './render-in-shell.module.css'

/**
 * Renders a page as the host does, with top bar and notifications. The element `data-testid="address"` contains the
 * current URL.
 */
export async function renderInShell(Page: ComponentType, address: string): Promise<void> {
  await render(
    <ThemeProvider>
      <QueryClientProvider client={createDeskQueryClient()}>
        <MemoryRouter initialEntries={[address]}>
          <div className={classes.column}>
            <header className={classes.bar}>
              <PageHeaderOutlet side="start" className={classes.end} />
              <PageHeaderOutlet side="end" className={classes.end} />
            </header>
            <main className={classes.main}>
              <Page />
            </main>
          </div>
          <Address />
        </MemoryRouter>
        <Toaster />
      </QueryClientProvider>
    </ThemeProvider>,
  )
}

/** Simulates the browser's back button on the page that was rendered last. */
export let goBack = (): void => {}

function Address() {
  const { pathname, search } = useLocation()
  const navigate = useNavigate()
  useEffect(() => {
    goBack = () => void navigate(-1)
  }, [navigate])
  return <output data-testid="address">{decodeURIComponent(pathname + search)}</output>
}
