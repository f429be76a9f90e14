import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { Suspense, use, useEffect } from 'react'
import { BrowserRouter, type NavigateFunction, Route, Routes, useNavigate } from 'react-router-dom'
import { render } from 'shared/testing/render.ts'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { useOpenTicket } from './open-ticket.ts'
import { type AddressWriter, usePageAddress } from './use-page-address.ts'

const home = location.href
beforeEach(() => history.pushState(null, '', '/chat-queue'))
afterEach(() => history.pushState(null, '', home))

/** Promise that never resolves, so that a conversation that waits for it never renders. */
const never = new Promise<string>(() => undefined)
let writer: AddressWriter
let steps: ReturnType<typeof useOpenTicket>
let navigate: NavigateFunction

function Page() {
  const address = usePageAddress()
  const opened = useOpenTicket(address)
  useEffect(() => {
    writer = address.writer
    steps = opened
  })
  return <output>{opened.ticketId === null ? 'รายการ' : use(never)}</output>
}

function Menu() {
  const go = useNavigate()
  useEffect(() => {
    navigate = go
  })
  return null
}

const Suspended = () => <output>{use(never)}</output>

/**
 * Renders the queue with the browser's own history, a page that renders immediately, and a page that never finishes
 * loading.
 */
const openPage = () =>
  render(
    <QueryClientProvider client={new QueryClient()}>
      <BrowserRouter>
        <Menu />
        <Suspense fallback="…">
          <Routes>
            <Route path="/dashboard" element={<output>แดชบอร์ด</output>} />
            <Route path="/late" element={<Suspended />} />
            <Route path="*" element={<Page />} />
          </Routes>
        </Suspense>
      </BrowserRouter>
    </QueryClientProvider>,
  )
const arrived = () => new Promise((resolve) => window.addEventListener('popstate', resolve, { once: true }))
const opens = (ticketId: string | null) =>
  expect.poll(() => new URLSearchParams(location.search).get('ticket')).toBe(ticketId)

test('a conversation that the user left before it was rendered can be opened again', async () => {
  const screen = await openPage()
  await expect.element(screen.getByRole('status')).toHaveTextContent('รายการ')
  steps.open('a')
  await opens('a')
  const back = arrived()
  history.back()
  await back
  await opens(null)
  await expect.poll(() => steps.now()).toBe(null)
  steps.open('a')
  await opens('a')
})

test('the URL can be changed after a conversation was closed before it was rendered', async () => {
  const screen = await openPage()
  await expect.element(screen.getByRole('status')).toHaveTextContent('รายการ')
  steps.open('a')
  await opens('a')
  const back = arrived()
  steps.close('a')
  await back
  await opens(null)
  writer.go((now) => ({ params: new URLSearchParams([...now.params, ['ticket', 'b']]) }))
  await opens('b')
})

describe('late response after the user has left the page', () => {
  test.each([
    ['is on another page', '/dashboard', 'แดชบอร์ด'],
    ['waits for the code of another page', '/late', 'รายการ'],
  ])('a late response does not navigate back when the user %s', async (_, path, shown) => {
    const screen = await openPage()
    await expect.element(screen.getByRole('status')).toHaveTextContent('รายการ')
    const left = { ...steps, writer }
    await navigate(path)
    await expect.poll(() => location.pathname).toBe(path)
    await expect.element(screen.getByRole('status')).toHaveTextContent(shown)
    const entries = history.length
    left.open('a')
    left.writer.go(() => ({ params: new URLSearchParams({ page: '2' }) }))
    expect([location.pathname, location.search, history.length]).toEqual([path, '', entries])
  })

  test('a late response does not navigate when the same page was mounted again', async () => {
    const screen = await openPage()
    await expect.element(screen.getByRole('status')).toHaveTextContent('รายการ')
    const left = steps
    await navigate('/dashboard')
    await expect.element(screen.getByRole('status')).toHaveTextContent('แดชบอร์ด')
    await navigate('/chat-queue')
    await expect.element(screen.getByRole('status')).toHaveTextContent('รายการ')
    left.open('a')
    expect(location.search).toBe('')
    steps.open('b')
    await opens('b')
  })
})

test('a URL change runs soon even when the browser does not go back', async () => {
  const screen = await openPage()
  await expect.element(screen.getByRole('status')).toHaveTextContent('รายการ')
  writer.go(() => ({ back: 999 }))
  steps.open('a')
  expect(location.search).toBe('')
  await opens('a')
})
