import { useEffect } from 'react'
import { STORAGE_KEYS } from 'shared/contract/constants.ts'
import { type Command, offerCommands, offeredCommands } from 'shared/extensions'
import { readStored } from 'shared/session'
import { isComposing } from 'shared/ui/keys.ts'
import { closeShown, openPalette, openSheet } from './palette.store.ts'

/** Where keys are letters, or choose by them. */
const TYPING =
  'input:not([type=checkbox], [type=radio], [type=button], [type=range]), textarea, select, [contenteditable]:not([contenteditable=false]), [role=menu], [role=listbox]'
const WINDOW = 'dialog[open], [aria-modal=true]'
/** Stands in a window that is a part of the page, such as a conversation where there is no room beside the list. */
const TAKES_KEYS = '[data-takes-shortcuts]'

const SHELL_COMMANDS: readonly Command[] = [
  {
    id: 'palette',
    label: 'ค้นหาเคส หน้าจอ และคำสั่ง',
    group: 'ทั่วไป',
    shortcut: { code: 'KeyK', ctrl: true },
    isKeyOnly: true,
    run: openPalette,
  },
  {
    id: 'sheet',
    label: 'คีย์ลัดทั้งหมด',
    group: 'ทั่วไป',
    shortcut: { code: 'Slash', shift: true },
    run: openSheet,
  },
]

/** Runs what is offered under a key, unless somebody types or a window is open. */
export function useShortcuts(): void {
  useEffect(() => {
    const takeBack = offerCommands(() => SHELL_COMMANDS)
    document.addEventListener('keydown', onKeyDown)
    return () => {
      takeBack()
      closeShown()
      document.removeEventListener('keydown', onKeyDown)
    }
  }, [])
}

function onKeyDown(event: KeyboardEvent): void {
  const { code, target, altKey, shiftKey } = event
  const ctrl = event.ctrlKey || event.metaKey
  if (event.defaultPrevented || altKey || isComposing(event)) return
  if (target instanceof Element && target.closest(TYPING) !== null) return
  const windows = [...document.querySelectorAll(WINDOW)]
  if (windows.some((each) => each.querySelector(TAKES_KEYS) === null)) return
  const command = offeredCommands().find(
    ({ shortcut }) =>
      shortcut?.code === code && (shortcut.ctrl ?? false) === ctrl && (shortcut.shift ?? false) === shiftKey,
  )
  if (command === undefined || (event.repeat && !command.repeats)) return
  if (!ctrl && readStored(STORAGE_KEYS.singleKeys) === 'off') return
  event.preventDefault()
  command.run()
}
