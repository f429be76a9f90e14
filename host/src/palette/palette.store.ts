import { deferred } from 'shared/ui'

type Shown = 'palette' | 'sheet' | null

let shown: Shown = null
const listeners = new Set<() => void>()

export const readShown = (): Shown => shown
export function subscribeShown(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function show(next: Shown): void {
  shown = next
  for (const listener of listeners) listener()
}

export const openPalette = (): void => show('palette')
export const openSheet = (): void => show('sheet')
export const closeShown = (): void => show(null)

/** Most visits have neither: the code comes with the first Ctrl+K, or when the pointer or the focus reaches the button. */
export const paletteWindows = deferred(
  async () => import(/* webpackChunkName: "palette" */ './PaletteWindows.tsx'),
)
