import 'shared/ui/theme/desk.css'
import { StrictMode, startTransition } from 'react'
import { createRoot } from 'react-dom/client'
import { BrowserRouter } from 'react-router-dom'
import { followOtherTabs, startSessionCheck } from 'shared/session'
import { App } from './App.tsx'
import { PageErrorBoundary } from './PageErrorBoundary.tsx'
import { loadScreenOf } from './screens.ts'

/** Starts the desk: the session's check and the screen's code are under way before React draws anything. */
export function start(): void {
  followOtherTabs()
  void startSessionCheck()
  const element = document.getElementById('root')
  if (!element) throw new Error('the page has no element #root')
  const root = createRoot(element)
  // Nothing is drawn before the screen's code is there: React would hold it back for 300 ms after an empty fallback.
  // What fails here fails again, with a panel, where the screen is drawn.
  const ready = loadScreenOf(window.location.pathname).catch(() => undefined)
  void ready.then(() =>
    // In slices, so that a slow phone answers a touch meanwhile.
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
