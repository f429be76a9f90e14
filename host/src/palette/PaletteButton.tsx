import IconSearch from '@tabler/icons-react/dist/esm/icons/IconSearch.mjs'
import { useSyncExternalStore } from 'react'
import { IconButton, useLazyDialog } from 'shared/ui'
import { paletteWindows } from './lazy-palette.ts'
import { closeShown, openPalette, readShown, subscribeShown } from './palette.store.ts'

/** Button that opens the palette. Also renders the palette and the shortcut sheet. */
export function PaletteButton() {
  const shown = useSyncExternalStore(subscribeShown, readShown)
  const windows = useLazyDialog(paletteWindows, shown !== null, closeShown)
  return (
    <>
      <IconButton
        label="ค้นหาและคำสั่ง (Ctrl+K)"
        aria-keyshortcuts="Control+K"
        onPointerEnter={paletteWindows.preload}
        onFocus={paletteWindows.preload}
        onClick={openPalette}
      >
        <IconSearch size={20} aria-hidden />
      </IconButton>
      {windows === null ? null : shown === 'sheet' ? <windows.ShortcutSheet /> : null}
      {windows !== null && shown === 'palette' ? <windows.Palette /> : null}
    </>
  )
}
