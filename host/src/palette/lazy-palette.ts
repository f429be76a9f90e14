import { deferred } from 'shared/ui'

export const paletteDialogs = deferred(
  async () => import(/* webpackChunkName: "palette" */ './PaletteDialogs.tsx'),
)
