import 'shared/ui/theme/desk.css'
import { StrictMode, startTransition } from 'react'
import { createRoot } from 'react-dom/client'
import { BrowserRouter } from 'react-router-dom'
import { followOtherTabs, startSessionCheck } from 'shared/session'
import { App } from './App.tsx'
import { PageErrorBoundary } from './PageErrorBoundary.tsx'
import { loadScreenOf } from './screens.ts'

/** Starts the app. The session check and the load of the screen's code begin before React renders. */
export function start(): void {
  followOtherTabs()
  void startSessionCheck()
  const element = document.getElementById('root')
  if (!element) throw new Error('the page has no element #root')
  const root = createRoot(element)
  // Renders only when the screen's code is loaded, because React would delay it by 300 ms after an empty fallback. A
  // failed load fails again during rendering and shows the error panel there.
  const ready = loadScreenOf(window.location.pathname).catch(() => undefined)
  void ready.then(() =>
    // In time slices, so that a slow phone can handle touch input in between.
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
