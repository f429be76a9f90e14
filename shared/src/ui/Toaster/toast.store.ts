import { BANNER_MS } from '../../contract/constants.ts'
import { deferred } from '../deferred.ts'

export interface Toast {
  text: string
  /** Default: `info`. */
  tone?: 'info' | 'success' | 'error'
  /** Milliseconds until it goes; 0 stays until it is closed. Default: the banner time. */
  timeoutMs?: number
  action?: { label: string; onSelect: () => void }
  /** `<what it tells of> <kind>`: a later notice about the same takes its place, and `closeToastsAbout` takes it away. */
  about?: string
  /** It has left the screen: by itself, by a press, or for another. */
  onClosed?: () => void
  /** Parts of the text that stand in one line where they have room, as people's names. */
  names?: readonly string[]
}

/** Mantine's notifications with the desk's styles, loaded on demand. */
export const notices = deferred(() => import('./notices.tsx'))

/** Pause before the code of notices is asked for again, where it could not be fetched. */
const RETRY_MS = 2_000

let lastKey = 0
/** Of each notice that should be on the screen, the number of its latest `showToast`. */
const wanted = new Map<string, number>()

/**
 * Shows a short notice at the edge of the screen and speaks it. The same notice again renews the one on the screen. Where its
 * code cannot be fetched, since the connection was lost before it came, the notice appears when it can. Returns what closes it.
 */
export function showToast(toast: Toast): () => void {
  const { tone = 'info', text, timeoutMs = BANNER_MS, about } = toast
  const id = `${about ?? tone} ${text}`
  if (about !== undefined) closeToastsAbout(about, id)
  lastKey += 1
  const key = lastKey
  wanted.set(id, key)
  const isNewest = () => wanted.get(id) === key
  const show = () => {
    if (!isNewest()) return
    notices.load().then(
      ({ showNotice }) => {
        if (isNewest()) showNotice(id, { ...toast, tone, timeoutMs })
      },
      (error: unknown) => {
        console.error(`a notice has to wait for its code: ${text}`, error)
        setTimeout(show, RETRY_MS)
      },
    )
  }
  show()
  return () => {
    if (isNewest()) close(id)
  }
}

/** What these notices tell of is before the person's eyes, or has changed again. */
export function closeToastsAbout(about: string, except?: string): void {
  for (const id of wanted.keys()) if (id !== except && id.startsWith(`${about} `)) close(id)
}

/** Another person comes to the page: what the one before was told is not theirs. */
export function closeToasts(): void {
  for (const id of wanted.keys()) close(id)
}

function close(id: string): void {
  wanted.delete(id)
  notices.read()?.closeNotice(id)
}
