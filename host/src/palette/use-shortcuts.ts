import { useEffect } from 'react'
import { type Command, offerCommands, offeredCommands } from 'shared/extensions'
import { isComposing, isTextField } from 'shared/ui/keyboard-events.ts'
import { loadWithRetry } from '../load-with-retry.ts'
import { paletteDialogs } from './lazy-palette.ts'
import { closeShown, openPalette, openSheet } from './palette.store.ts'
import { typeAhead } from './typeahead-buffer.ts'

const DIALOG = 'dialog[open], [aria-modal=true]'
/** CSS selector of dialogs in which shortcuts work, such as a conversation that covers the list. */
const SHORTCUT_SCOPE = '[data-shortcut-scope]'
/** CSS selector of an open conversation, in which a typed `?` belongs to the reply field. */
const CONVERSATION = '[data-conversation]'

const SHELL_COMMANDS: readonly Command[] = [
  {
    id: 'palette',
    label: 'ค้นหาเคส หน้าจอ และคำสั่ง',
    group: 'ทั่วไป',
    shortcut: { code: 'KeyK', modifier: 'ctrl' },
    isKeyOnly: true,
    isAboveDialogs: true,
    run: openPalette,
  },
  {
    id: 'sheet',
    label: 'คีย์ลัดทั้งหมด',
    group: 'ทั่วไป',
    shortcut: { code: 'Slash', modifier: 'ctrl' },
    run: openSheet,
  },
]

export function useShortcuts(): void {
  useEffect(() => {
    const left = new AbortController()
    // Registered before `preventAccidentalActivation`, so that the palette receives typed text first.
    window.addEventListener('keydown', onFirstKeyDown, { capture: true, signal: left.signal })
    const withdrawCommands = offerCommands(() => SHELL_COMMANDS)
    loadWithRetry(() => import(/* webpackChunkName: "typing" */ './prevent-accidental-activation.ts'))
      .then(({ preventAccidentalActivation }) => {
        if (!left.signal.aborted) preventAccidentalActivation(left.signal)
      })
      .catch((error: unknown) => console.warn('keys typed as text may trigger shortcuts', error))
    document.addEventListener('keydown', onKeyDown)
    return () => {
      left.abort()
      withdrawCommands()
      closeShown()
      document.removeEventListener('keydown', onKeyDown)
    }
  }, [])
}

function onFirstKeyDown(event: KeyboardEvent): void {
  if (event.key === 'Control' || event.key === 'Meta') paletteDialogs.preload()
  typeAhead(event, closeShown)
}

function onKeyDown(event: KeyboardEvent): void {
  if (event.defaultPrevented || isComposing(event)) return
  const isCovered = [...document.querySelectorAll(DIALOG)].some(
    (each) => each.querySelector(SHORTCUT_SCOPE) === null,
  )
  const command = commandOf(event)
  if (command !== undefined && (command.isAboveDialogs || !isCovered)) {
    // Also prevents repeated keys from triggering the browser's own Ctrl+K.
    event.preventDefault()
    if (!event.repeat || command.repeats) command.run()
  } else if (event.key === '?' && !isCovered && !isTextField(event.target)) {
    if (document.querySelector(CONVERSATION) === null) openSheet()
  }
}

function commandOf({ code, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): Command | undefined {
  const isCtrl = ctrlKey || metaKey
  // Ctrl with Alt is not a shortcut, because Windows reports AltGr as Ctrl and Alt.
  if (shiftKey || isCtrl === altKey) return undefined
  const modifier = isCtrl ? 'ctrl' : 'alt'
  return offeredCommands().find(({ shortcut }) => shortcut?.code === code && shortcut.modifier === modifier)
}
