import { MemoryRouter } from 'react-router-dom'
import { clearNotices } from 'shared/testing/clear-notices.ts'
import { render } from 'shared/testing/render.ts'
import { ThemeProvider, Toaster } from 'shared/ui'
import PromoUploadPage from '../pages/PromoUploadPage.page.tsx'
import classes from './open-page.module.css'

/** Renders the promotion page as the host does. */
export function openPage() {
  clearNotices()
  return render(
    <ThemeProvider>
      <MemoryRouter initialEntries={['/promo-upload']}>
        <main className={classes.main}>
          <PromoUploadPage />
        </main>
      </MemoryRouter>
      <Toaster />
    </ThemeProvider>,
  )
}
