import { ALERT_INTERVAL_MS, ALERT_VOLUME, STORAGE_KEYS } from 'shared/contract/constants.ts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

/** Volume of each sound played. */
let sounds: number[]
let now: number

/** Audio objects of the tabs, in the order in which the tabs were opened. */
let audios: FakeAudio[]

class FakeAudio {
  state: AudioContextState = 'running'
  readonly currentTime = 0
  readonly destination = {}
  onstatechange: (() => void) | null = null
  resume = async () => undefined
  constructor() {
    audios.push(this)
  }
  become(state: AudioContextState) {
    this.state = state
    this.onstatechange?.()
  }
  createGain() {
    const value = { value: 1, setValueAtTime: () => {}, exponentialRampToValueAtTime: () => {} }
    const node = {
      gain: value,
      connect: (to: unknown) => {
        if (to === this.destination) sounds.push(value.value)
        return to
      },
      disconnect: () => {},
    }
    return node
  }
  createOscillator() {
    return { frequency: { value: 0 }, connect: (to: unknown) => to, start: () => {}, stop: () => {} }
  }
}

beforeEach(() => {
  localStorage.clear()
  sounds = []
  audios = []
  now = 10_000
  vi.stubGlobal('AudioContext', FakeAudio)
  vi.spyOn(performance, 'now').mockImplementation(() => now)
  vi.spyOn(navigator, 'userActivation', 'get').mockReturnValue({ hasBeenActive: true, isActive: true })
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

/** Imports a separate instance of the module; each browser tab has its own instance. */
async function openTab(name: string) {
  const address = `./alert-sound.store.ts?tab=${name}`
  const tab: typeof import('./alert-sound.store.ts') = await import(/* @vite-ignore */ address)
  const end = tab.followSoundSettings()
  return { ...tab, end }
}

// One test for all rules, because the tab that plays the sound holds the lock until the page is closed.
test('alerts play at half volume, at most once in 2 s unless forced, never while muted, and in one tab only', async () => {
  expect([ALERT_VOLUME, ALERT_INTERVAL_MS]).toEqual([0.5, 2_000])
  const first = await openTab('first')
  await expect.poll(first.soundState).toBe('on')
  await expect
    .poll(() => {
      first.soundAlert()
      return sounds
    })
    .toEqual([0.5])
  now += 1_999
  first.soundAlert()
  expect(sounds).toHaveLength(1)
  first.soundAlert(true)
  expect(sounds).toEqual([0.5, 0.5])
  // A forced sound also starts a new pause of two seconds.
  now += 1_999
  first.soundAlert()
  expect(sounds).toHaveLength(2)
  now += 1
  first.soundAlert()
  expect(sounds).toHaveLength(3)

  first.mute(true)
  expect([first.soundState(), localStorage.getItem(STORAGE_KEYS.alertSound)]).toEqual(['muted', 'off'])
  first.soundAlert(true)
  expect(sounds).toHaveLength(3)
  // The user's sound test plays even while the sound is muted.
  await first.testSound()
  expect(sounds).toHaveLength(4)
  first.mute(false)

  const second = await openTab('second')
  await expect.poll(second.soundState).toBe('on')
  now += 10_000
  second.soundAlert(true)
  expect(sounds).toHaveLength(4)
  first.soundAlert()
  expect(sounds).toHaveLength(5)

  // The browser suspends the audio of the first tab; then the other tab plays, until its audio is suspended as well.
  const sound = (tab: typeof first) => {
    now += 10_000
    tab.soundAlert()
    return sounds.length
  }
  audios[0]?.become('suspended')
  await expect.poll(() => sound(second)).toBeGreaterThan(5)
  const count = sounds.length
  audios[0]?.become('running')
  expect(sound(first)).toBe(count)
  audios[1]?.become('interrupted' as AudioContextState)
  await expect.poll(() => sound(first)).toBeGreaterThan(count)
  for (const { end } of [first, second]) end()
})

test('reports that alert sounds are blocked until the first click', async () => {
  // Ignores the lock, which the tab of the previous test holds until the page is closed.
  vi.spyOn(navigator.locks, 'query').mockResolvedValue({ held: [], pending: [] })
  const active = vi
    .spyOn(navigator, 'userActivation', 'get')
    .mockReturnValue({ hasBeenActive: false, isActive: false })
  const tab = await openTab('third')
  expect(tab.soundState()).toBe('blocked')
  tab.soundAlert(true)
  expect(sounds).toEqual([])
  active.mockReturnValue({ hasBeenActive: true, isActive: true })
  // Sound is unlocked on click, not on pointerup, so that the layout does not change between the two events.
  window.dispatchEvent(new PointerEvent('pointerup'))
  await Promise.resolve()
  await Promise.resolve()
  expect(tab.soundState()).toBe('blocked')
  window.dispatchEvent(new MouseEvent('click'))
  await expect.poll(tab.soundState).toBe('on')
  tab.end()
})
