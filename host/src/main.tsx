import 'shared/ui/theme/desk.css'
import { StrictMode, startTransition } from 'react'
import { createRoot } from 'react-dom/client'
import { BrowserRouter } from 'react-router-dom'
import { followOtherTabs, startSessionCheck } from 'shared/session'
import { App } from './App.tsx'
import { loadScreenOf } from './lazy-screens.ts'
import { PageErrorBoundary } from './PageErrorBoundary.tsx'

export function start(): void {
  followOtherTabs()
  void startSessionCheck()
  const element = document.getElementById('root')
  if (!element) throw new Error('the page has no element #root')
  const root = createRoot(element)
  // Waits for the screen's code: React would show an empty fallback for 300 ms. A failed load is reported on rendering.
  const ready = loadScreenOf(window.location.pathname).catch(() => undefined)
  void ready.then(() =>
    // Renders in time slices, so that a slow phone can handle touch input in between.
    startTransition(() =>
      root.render(
        <StrictMode>
          <PageErrorBoundary>
            <BrowserRouter>
              <App />
            </BrowserRouter>
          </PageErrorBoundary>
        </StrictMode>,
      ),
    ),
  )
}
