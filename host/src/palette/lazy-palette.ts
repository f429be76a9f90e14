import { deferred } from 'shared/ui'

/** Palette and shortcut sheet, loaded when Ctrl is pressed, or the pointer or the focus reaches the button. */
export const paletteDialogs = deferred(
  async () => import(/* webpackChunkName: "palette" */ './PaletteDialogs.tsx'),
)
