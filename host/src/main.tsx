import 'shared/ui/theme/desk.css'
import { StrictMode } from 'react'
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
  // What fails here fails again, with a panel, where the screen is drawn.
  loadScreenOf(window.location.pathname).catch(() => undefined)
  const element = document.getElementById('root')
  if (!element) throw new Error('the page has no element #root')
  createRoot(element).render(
    <StrictMode>
      <PageErrorBoundary>
        <BrowserRouter>
          <App />
        </BrowserRouter>
      </PageErrorBoundary>
    </StrictMode>,
  )
}
