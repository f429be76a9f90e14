import { BrowserRouter, Link, useLocation, useNavigate } from 'react-router-dom'
import { guardLeaving } from 'shared/extensions'
import { render } from 'shared/testing/render.ts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { GuardedNavigation } from './GuardedNavigation.tsx'

const home = location.href
beforeEach(() => history.pushState(null, '', '/promo-upload'))
afterEach(() => history.pushState(null, '', home))

function Page() {
  const { pathname, search } = useLocation()
  const navigate = useNavigate()
  return (
    <>
      <output>{pathname + search}</output>
      <Link to="/chat-queue">คิวแชท</Link>
      <Link to="?page=2">หน้า 2</Link>
      <button type="button" onClick={() => navigate({ pathname: '/profile' })}>
        โปรไฟล์
      </button>
    </>
  )
}

const open = () =>
  render(
    <BrowserRouter>
      <GuardedNavigation>
        <Page />
      </GuardedNavigation>
    </BrowserRouter>,
  )

test("asks a page's guard before another page opens, but not for URLs of the same page", async () => {
  const guard = vi.fn<(leave: () => void) => void>()
  const end = guardLeaving(guard)
  const screen = await open()
  const where = screen.getByRole('status')
  await screen.getByRole('link', { name: 'หน้า 2' }).click()
  await expect.element(where).toHaveTextContent('/promo-upload?page=2')
  expect(guard).not.toHaveBeenCalled()
  await screen.getByRole('link', { name: 'คิวแชท' }).click()
  await screen.getByRole('button', { name: 'โปรไฟล์' }).click()
  expect(guard).toHaveBeenCalledTimes(2)
  await expect.element(where).toHaveTextContent('/promo-upload?page=2')
  guard.mock.calls[1]?.[0]()
  await expect.element(where).toHaveTextContent('/profile')
  end()
  await screen.getByRole('link', { name: 'คิวแชท' }).click()
  await expect.element(where).toHaveTextContent('/chat-queue')
  expect(guard).toHaveBeenCalledTimes(2)
})
