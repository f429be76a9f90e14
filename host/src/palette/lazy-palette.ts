import { deferred } from 'shared/ui'

/** Loads when Ctrl is pressed, or when the pointer or the focus reaches the button. Most visits never need it. */
export const paletteDialogs = deferred(
  async () => import(/* webpackChunkName: "palette" */ './PaletteDialogs.tsx'),
)
