import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { Suspense, use, useEffect } from 'react'
import { BrowserRouter } from 'react-router-dom'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { render } from 'vitest-browser-react'
import { useOpenTicket } from './open-ticket.ts'
import { type AddressWriter, usePageAddress } from './use-page-address.ts'

const home = location.href
beforeEach(() => history.pushState(null, '', '/chat-queue'))
afterEach(() => history.pushState(null, '', home))

/** A conversation whose drawing takes for ever. */
const never = new Promise<string>(() => undefined)
let writer: AddressWriter
let steps: ReturnType<typeof useOpenTicket>

function Page() {
  const address = usePageAddress()
  const opened = useOpenTicket(address)
  useEffect(() => {
    writer = address.writer
    steps = opened
  })
  return <output>{opened.ticketId === null ? 'รายการ' : use(never)}</output>
}

/** The queue in a browser's own history. */
const openPage = () =>
  render(
    <QueryClientProvider client={new QueryClient()}>
      <BrowserRouter>
        <Suspense fallback="…">
          <Page />
        </Suspense>
      </BrowserRouter>
    </QueryClientProvider>,
  )
const arrived = () => new Promise((resolve) => window.addEventListener('popstate', resolve, { once: true }))
const opens = (ticketId: string | null) =>
  expect.poll(() => new URLSearchParams(location.search).get('ticket')).toBe(ticketId)

test('who goes back before a conversation is drawn can open it again', async () => {
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

test('one that is closed before it is drawn holds up nothing that comes after it', async () => {
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
