import { MemoryRouter } from 'react-router-dom'
import { render } from 'shared/testing/render.ts'
import { ThemeProvider } from 'shared/ui'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { followSoundSettings, soundState } from '../alerts/alert-sound.store.ts'
import AlertBell from './AlertBell.slot.tsx'

/** Audio that the browser suspends until the first click in the page, as after a reload. */
class SuspendedAudio {
  state = 'suspended'
  onstatechange: (() => void) | null = null
  static newest: SuspendedAudio | null = null
  constructor() {
    SuspendedAudio.newest = this
  }
  become(state: string) {
    this.state = state
    this.onstatechange?.()
  }
  resume = async () => this.become('running')
  readonly currentTime = 0
  createGain = node
  createOscillator = node
}

function node() {
  const noop = () => undefined
  const value = { value: 0, setValueAtTime: noop, exponentialRampToValueAtTime: noop }
  return {
    gain: value,
    frequency: value,
    connect: (to: unknown) => to,
    disconnect: noop,
    start: noop,
    stop: noop,
  }
}

beforeEach(() => {
  // The lock released by the audio of the previous test may still be listed.
  vi.spyOn(navigator.locks, 'query').mockResolvedValue({ held: [], pending: [] })
  SuspendedAudio.newest?.become('suspended')
  vi.stubGlobal('AudioContext', SuspendedAudio)
  localStorage.clear()
  localStorage.setItem('jwt', 'header.payload.signature-one')
})
afterEach(() => vi.restoreAllMocks())

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
  'a sound notice dismissed by %s is hidden until the next sign-in, also in new tabs',
  async (buttonName) => {
    const first = await draw()
    await expect.element(notice).toBeVisible()
    await page.getByRole('button', { name: buttonName }).click()
    await expect.element(notice).not.toBeInTheDocument()
    await first.unmount()
    sessionStorage.clear()
    const second = await draw()
    await expect.element(page.getByRole('button', { name: /^เสียงและการแจ้งเตือน/ })).toBeVisible()
    await expect.element(notice).not.toBeInTheDocument()
    await second.unmount()
    if (buttonName === 'เปิดเสียง') return
    localStorage.setItem('jwt', 'header.payload.signature-two')
    await draw()
    await expect.element(notice).toBeVisible()
  },
)

test.each([
  [1280, 'fixed', false],
  [1366, 'static', true],
  [1440, 'static', true],
  [1600, 'static', false],
])('the sound notice leaves room for the tabs in a window of %i px', async (width, position, isShort) => {
  await page.viewport(width, 900)
  await draw()
  await expect.element(page.getByRole('button', { name: 'เปิดเสียง' })).toBeVisible()
  const words = notice.element() as HTMLElement
  expect(getComputedStyle(words.closest('[role=status]') as Element).position).toBe(position)
  expect(words.offsetWidth === 1).toBe(isShort)
})

const buttonNames = ['ไว้ก่อน', 'เปิดเสียง']
const presses: Record<string, (button: HTMLElement) => Promise<void>> = {
  'the pointer': (button) => userEvent.click(button),
  Enter: async (button) => {
    button.focus()
    await userEvent.keyboard('{Enter}')
  },
  Space: async (button) => {
    button.focus()
    await userEvent.keyboard(' ')
  },
}
const tickets = buttonNames.flatMap((buttonName) =>
  Object.keys(presses).map((press) => [buttonName, press] as const),
)

test.each(tickets)(
  '%s, pressed with %s, dismisses the sound notice even though the press unlocks the sound',
  async (buttonName, press) => {
    vi.stubGlobal('AudioContext', SuspendedAudio)
    let isActive = false
    vi.spyOn(navigator, 'userActivation', 'get').mockImplementation(() => ({
      hasBeenActive: isActive,
      isActive,
    }))
    const activate = () => {
      isActive = true
    }
    for (const type of ['pointerdown', 'keydown']) {
      window.addEventListener(type, activate, true)
      onTestFinished(() => window.removeEventListener(type, activate, true))
    }
    const suspended = SuspendedAudio.newest
    if (suspended !== null) {
      suspended.state = 'suspended'
      suspended.onstatechange?.()
    }
    onTestFinished(followSoundSettings())
    await draw()
    await expect.element(notice).toBeVisible()
    await presses[press]?.(page.getByRole('button', { name: buttonName }).element() as HTMLElement)
    await expect.poll(soundState).toBe('on')
    await expect.element(notice).not.toBeInTheDocument()
    expect(localStorage.getItem('sound_notice_dismissed')).toBe('header.payload.signature-one'.slice(-12))
  },
)
