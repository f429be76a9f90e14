import IconSearch from '@tabler/icons-react/dist/esm/icons/IconSearch.mjs'
import { useSyncExternalStore } from 'react'
import { IconButton, useLazyDialog } from 'shared/ui'
import { paletteDialogs } from './lazy-palette.ts'
import { closeShown, openPalette, readShown, subscribeShown } from './palette.store.ts'

export function PaletteButton() {
  const shown = useSyncExternalStore(subscribeShown, readShown)
  const dialogs = useLazyDialog(paletteDialogs, shown !== null, closeShown)
  return (
    <>
      <IconButton
        label="ค้นหาและคำสั่ง (Ctrl+K)"
        aria-keyshortcuts="Control+K"
        {...paletteDialogs.preloadProps}
        onClick={openPalette}
      >
        <IconSearch size={20} aria-hidden />
      </IconButton>
      {dialogs === null ? null : shown === 'sheet' ? <dialogs.ShortcutSheet /> : null}
      {dialogs !== null && shown === 'palette' ? <dialogs.Palette /> : null}
    </>
  )
}
