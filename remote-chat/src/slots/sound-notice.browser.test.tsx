import { MemoryRouter } from 'react-router-dom'
import { ThemeProvider } from 'shared/ui'
import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import AlertBell from './AlertBell.slot.tsx'

beforeEach(() => {
  localStorage.clear()
  localStorage.setItem('jwt', 'header.payload.signature-one')
})

const notice = page.getByText('เบราว์เซอร์ปิดเสียงแจ้งเตือนไว้')
const draw = () =>
  render(
    <ThemeProvider>
      <MemoryRouter>
        <AlertBell />
      </MemoryRouter>
    </ThemeProvider>,
  )

test.each(['ไว้ก่อน', 'เปิดเสียง'])(
  'answered by %s, the sound notice stays away until the next sign-in, in new tabs too',
  async (answer) => {
    const first = await draw()
    await expect.element(notice).toBeVisible()
    await page.getByRole('button', { name: answer }).click()
    await expect.element(notice).not.toBeInTheDocument()
    await first.unmount()
    sessionStorage.clear()
    const second = await draw()
    await expect.element(page.getByRole('button', { name: /^เสียงและการแจ้งเตือน/ })).toBeVisible()
    await expect.element(notice).not.toBeInTheDocument()
    await second.unmount()
    if (answer === 'เปิดเสียง') return
    localStorage.setItem('jwt', 'header.payload.signature-two')
    await draw()
    await expect.element(notice).toBeVisible()
  },
)
