import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render } from 'shared/testing/render.ts'
import { expect, onTestFinished, test, vi } from 'vitest'
import { useChatCommands } from './use-chat-commands.ts'

type Code = typeof import('./chat-commands.ts')

const client = new QueryClient()
const actions = { accept: () => {}, close: () => {} }

function Page({ ticketId, fetchCode }: { ticketId: string | null; fetchCode: () => Promise<Code> }) {
  useChatCommands({ rows: [], ticketId, open: () => {}, actions }, fetchCode)
  return (
    <>
      <button type="button">เคสแรก</button>
      <button type="button">เคสที่สอง</button>
    </>
  )
}

/** Renders a page that is never idle. The first ticket has the focus, and no ticket is open. */
async function openPage(fetchCode: () => Promise<Code>) {
  const idle = vi.spyOn(window, 'requestIdleCallback').mockReturnValue(0)
  onTestFinished(() => idle.mockRestore())
  const page = (ticketId: string | null) => (
    <QueryClientProvider client={client}>
      <Page ticketId={ticketId} fetchCode={fetchCode} />
    </QueryClientProvider>
  )
  const screen = await render(page(null))
  const focus = (name: string) => (screen.getByRole('button', { name }).element() as HTMLElement).focus()
  focus('เคสแรก')
  return { focus, openTicket: () => screen.rerender(page('อีกเคส')) }
}

/** Dispatches a key press. By default its timestamp is in the future, so that it does not expire on a slow machine. */
function press(code: string, agoMs = 0): KeyboardEvent {
  const key = new KeyboardEvent('keydown', { code, altKey: true, bubbles: true, cancelable: true })
  Object.defineProperty(key, 'timeStamp', {
    value: agoMs === 0 ? Number.MAX_VALUE : performance.now() - agoMs,
  })
  document.activeElement?.dispatchEvent(key)
  return key
}

/** Records the key codes that the host receives from now on. */
function pressedKeys(): string[] {
  const codes: string[] = []
  const handleEvent = ({ code }: KeyboardEvent) => codes.push(code)
  document.addEventListener('keydown', handleEvent)
  onTestFinished(() => document.removeEventListener('keydown', handleEvent))
  return codes
}

function slowCode() {
  const code = Promise.withResolvers<Code>()
  const offerChatCommands = vi.fn(() => () => {})
  async function come(): Promise<void> {
    code.resolve({ offerChatCommands })
    await expect.poll(() => offerChatCommands.mock.calls.length).toBe(1)
  }
  return { fetchCode: vi.fn(() => code.promise), come }
}

test('runs only the last of several shortcuts that were pressed before the commands’ code had loaded, once', async () => {
  const { fetchCode, come } = slowCode()
  await openPage(fetchCode)
  press('KeyX')
  press('KeyX')
  press('KeyA')
  const received = pressedKeys()
  await come()
  expect(received).toEqual(['KeyA'])
  press('KeyJ')
  expect(received).toEqual(['KeyA', 'KeyJ'])
  expect(fetchCode).toHaveBeenCalledOnce()
})

type Page = Awaited<ReturnType<typeof openPage>>

test.each<[string, (page: Page) => unknown]>([
  ['another ticket has the focus once the code is loaded', ({ focus }) => [press('KeyA'), focus('เคสที่สอง')]],
  ['another ticket is open once the code is loaded', ({ openTicket }) => [press('KeyA'), openTicket()][1]],
  ['it was pressed long before', () => press('KeyA', 2_000)],
  ['another listener has handled it', () => press('KeyA').preventDefault()],
])('does not run a shortcut when %s', async (_, happens) => {
  const { fetchCode, come } = slowCode()
  const page = await openPage(fetchCode)
  await happens(page)
  const received = pressedKeys()
  await come()
  expect(received).toEqual([])
})

test('does not retry loading the commands’ code for a while after a failure', async () => {
  const logged = vi.spyOn(console, 'error').mockReturnValue()
  onTestFinished(() => logged.mockRestore())
  const fetchCode = vi.fn(() => Promise.reject<Code>(new Error('no connection')))
  await openPage(fetchCode)
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  press('KeyJ')
  await expect.poll(() => logged.mock.calls.length).toBe(1)
  press('KeyJ')
  vi.advanceTimersByTime(9_000)
  press('KeyJ')
  expect(fetchCode).toHaveBeenCalledOnce()
  vi.advanceTimersByTime(1_000)
  press('KeyJ')
  expect(fetchCode).toHaveBeenCalledTimes(2)
  await expect.poll(() => logged.mock.calls.length).toBe(2)
})
