import { useEffect, useSyncExternalStore } from 'react'
import { deferred, showToast, useDeferred } from 'shared/ui'
import { readDialogData, resolveSignOut, subscribeDialogData } from './sign-out.store.ts'

/**
 * Loads with the first input on a page: before that no unsent work exists, and when the browser goes offline later the
 * code could not be fetched.
 */
const dialog = deferred(async () => (await import('./SignOutDialog.tsx')).SignOutDialog)

/** Renders the sign-out dialog. Used once in the shell. */
export function SignOutConfirmation() {
  useEffect(loadWithFirstWork, [])
  const isOpen = useSyncExternalStore(subscribeDialogData, readDialogData) !== null
  const Dialog = useDeferred(dialog, isOpen, () => {
    resolveSignOut(false)
    showToast({ tone: 'error', text: 'ออกจากระบบไม่สำเร็จ กรุณาตรวจสอบอินเทอร์เน็ตแล้วลองใหม่อีกครั้ง' })
  })
  return Dialog === null ? null : <Dialog />
}

/** The listeners can remain after the shell is unmounted: they only preload one file. */
function loadWithFirstWork(): void {
  for (const work of ['pointerdown', 'keydown']) addEventListener(work, dialog.preload, { once: true })
}
