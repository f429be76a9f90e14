import { ALERT_INTERVAL_MS, ALERT_VOLUME, STORAGE_KEYS } from 'shared/contract/constants.ts'
import { createListeners } from 'shared/contract/listeners.ts'
import { readStored, writeStored } from 'shared/session'
import { deferredPromise } from './deferred-promise.ts'

/** on: sound can play · blocked: the browser requires a first click in the page · muted: the user turned sound off. */
export type SoundState = 'on' | 'blocked' | 'muted'

/** Name of the lock of the tab that plays alert sounds. A tab without running audio neither requests nor holds it. */
const LOCK = 'alert-sound'
const MUTED = 'off'
/** Frequencies of the two notes, in Hz. */
const NOTES = [880, 1_174.7] as const
const NOTE_SECS = 0.18

let audio: AudioContext | null = null
const hasLocks = 'locks' in navigator
let holdsLock = !hasLocks
let releaseLock: (() => void) | null = null
let isElsewhere = false
let soundedAt = Number.NEGATIVE_INFINITY
const { subscribe: onSound, notify } = createListeners()

export { onSound }

const isMuted = (): boolean => readStored(STORAGE_KEYS.alertSound) === MUTED

/** Returns `on` even when another tab plays the sounds. */
export function soundState(): SoundState {
  if (isMuted()) return 'muted'
  return audio?.state === 'running' || isElsewhere ? 'on' : 'blocked'
}

export function mute(muted: boolean): void {
  writeStored(STORAGE_KEYS.alertSound, muted ? MUTED : null)
  notify()
}

/** Browsers allow audio only after a click or key press in the page. */
async function unlockSound(): Promise<void> {
  if (audio?.state === 'running' || navigator.userActivation?.hasBeenActive === false) return
  if (audio?.state === 'closed') audio = null
  audio ??= new AudioContext()
  audio.onstatechange = updateLock
  await audio.resume().catch((error: unknown) => console.warn('alerts cannot play a sound', error))
  updateLock()
}

/** Releases the lock to another tab when the browser has suspended the audio. */
function updateLock(): void {
  const isRunning = audio?.state === 'running'
  if (hasLocks && isRunning && releaseLock === null) acquireLock()
  else if (!isRunning && releaseLock !== null) {
    releaseLock()
    void checkOtherTabs()
  }
  notify()
}

function acquireLock(): void {
  const controller = new AbortController()
  const { promise: ended, resolve: end } = deferredPromise()
  releaseLock = () => {
    controller.abort()
    end()
    releaseLock = null
    holdsLock = false
  }
  navigator.locks
    .request(LOCK, { signal: controller.signal }, () => {
      holdsLock = true
      return ended
    })
    .catch((error: unknown) => {
      if (controller.signal.aborted) return
      console.warn('the alert lock was not acquired', error)
      holdsLock = true
    })
}

export function followSoundSettings(): () => void {
  const ended = new AbortController()
  const { signal } = ended
  // Unlocks the sound after the click is handled: the click may be on a button of the sound notice, which unmounts when
  // sound is unlocked. Also unlocks on keyup, because Space clicks a button only on release.
  for (const gesture of ['click', 'keyup'])
    window.addEventListener(gesture, () => setTimeout(unlockSound), { capture: true, passive: true, signal })
  window.addEventListener('storage', (event) => event.key === STORAGE_KEYS.alertSound && notify(), { signal })
  // The browser may have suspended the audio while the page was hidden.
  document.addEventListener(
    'visibilitychange',
    () => {
      void unlockSound()
      void checkOtherTabs()
    },
    { signal },
  )
  void unlockSound()
  void checkOtherTabs()
  return () => ended.abort()
}

async function checkOtherTabs(): Promise<void> {
  if (!hasLocks) return
  const { held = [] } = await navigator.locks.query()
  isElsewhere = !holdsLock && held.some(({ name }) => name === LOCK)
  notify()
}

/** Plays the alert sound. If a sound was played within the last 2 s, plays only when `forced`. */
export function soundAlert(forced = false): void {
  const now = performance.now()
  if (audio?.state !== 'running') return
  if (isMuted() || !holdsLock || (!forced && now - soundedAt < ALERT_INTERVAL_MS)) return
  soundedAt = now
  play()
}

export async function testSound(): Promise<void> {
  await unlockSound()
  play()
}

function play(): void {
  if (audio?.state !== 'running') return
  const begins = audio.currentTime + 0.01
  const out = audio.createGain()
  out.gain.value = ALERT_VOLUME
  out.connect(audio.destination)
  NOTES.forEach((hertz, index) => {
    if (audio === null) return
    const at = begins + index * NOTE_SECS
    const [tone, swell] = [audio.createOscillator(), audio.createGain()]
    tone.frequency.value = hertz
    swell.gain.setValueAtTime(0.0001, at)
    swell.gain.exponentialRampToValueAtTime(1, at + 0.02)
    swell.gain.exponentialRampToValueAtTime(0.0001, at + NOTE_SECS * 2)
    tone.connect(swell).connect(out)
    tone.start(at)
    tone.stop(at + NOTE_SECS * 2)
    if (index === NOTES.length - 1) tone.onended = () => out.disconnect()
  })
}
