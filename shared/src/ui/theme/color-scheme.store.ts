import { useSyncExternalStore } from 'react'

export type ColorScheme = 'light' | 'dark'

/** Where the choice is kept; `theme.js` of the host reads the same key before the page is drawn. */
const STORAGE_KEY = 'theme'
const ATTRIBUTE = 'data-mantine-color-scheme'

const listeners = new Set<() => void>()

function read(): ColorScheme {
  return document.documentElement.getAttribute(ATTRIBUTE) === 'dark' ? 'dark' : 'light'
}

function apply(scheme: ColorScheme) {
  document.documentElement.setAttribute(ATTRIBUTE, scheme)
  for (const listener of listeners) listener()
}

/** Changes the look at once, here and in other tabs, and keeps it. */
export function setColorScheme(scheme: ColorScheme): void {
  try {
    localStorage.setItem(STORAGE_KEY, scheme)
  } catch (error) {
    console.warn('The theme cannot be stored; it holds until the page closes.', error)
  }
  apply(scheme)
}

function onStorage(event: StorageEvent) {
  if (event.key === STORAGE_KEY) apply(event.newValue === 'dark' ? 'dark' : 'light')
}

function subscribe(listener: () => void) {
  if (listeners.size === 0) window.addEventListener('storage', onStorage)
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
    if (listeners.size === 0) window.removeEventListener('storage', onStorage)
  }
}

/** The look in force: light until a person chooses dark. */
export function useColorScheme(): ColorScheme {
  return useSyncExternalStore(subscribe, read)
}
