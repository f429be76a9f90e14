import { BANNER_MS } from '../../contract/constants.ts'

export interface Toast {
  text: string
  /** `info` unless told. */
  tone?: 'info' | 'success' | 'error'
  /** Milliseconds until it goes; the banner time unless told, and 0 stays until it is closed. */
  timeoutMs?: number
  action?: { label: string; onSelect: () => void }
}

export interface ShownToast extends Toast {
  key: number
}

/** More than these at once nobody reads: the oldest goes. */
const MAX_TOASTS = 4

let toasts: readonly ShownToast[] = []
let lastKey = 0
const listeners = new Set<() => void>()

function set(next: readonly ShownToast[]) {
  toasts = next
  for (const listener of listeners) listener()
}

export function closeToast(key: number): void {
  if (toasts.some((toast) => toast.key === key)) set(toasts.filter((toast) => toast.key !== key))
}

/** Shows a short notice at the edge of the screen and speaks it. The same notice again renews the one on the screen. Returns what closes it. */
export function showToast(toast: Toast): () => void {
  lastKey += 1
  const key = lastKey
  const others = toasts.filter((shown) => shown.text !== toast.text || shown.tone !== toast.tone)
  set([...others, { ...toast, key }].slice(-MAX_TOASTS))
  const timeoutMs = toast.timeoutMs ?? BANNER_MS
  if (timeoutMs > 0) setTimeout(() => closeToast(key), timeoutMs)
  return () => closeToast(key)
}

export function subscribeToasts(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const readToasts = () => toasts
