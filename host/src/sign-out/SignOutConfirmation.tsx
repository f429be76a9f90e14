import { useEffect, useSyncExternalStore } from 'react'
import { deferred, showToast, useDeferred } from 'shared/ui'
import { readDialogData, resolveSignOut, subscribeDialogData } from './sign-out.store.ts'

/** Dialog whose code is loaded on the user's first input, because the browser may be offline later. */
const dialog = deferred(async () => (await import('./SignOutDialog.tsx')).SignOutDialog)

export function SignOutConfirmation() {
  useEffect(loadWithFirstWork, [])
  const isOpen = useSyncExternalStore(subscribeDialogData, readDialogData) !== null
  const Dialog = useDeferred(dialog, isOpen, () => {
    resolveSignOut(false)
    showToast({ tone: 'error', text: 'ออกจากระบบไม่สำเร็จ กรุณาตรวจสอบอินเทอร์เน็ตแล้วลองใหม่อีกครั้ง' })
  })
  return Dialog === null ? null : <Dialog />
}

/** Loads the dialog on the user's first input. The listeners may remain after the shell is unmounted. */
function loadWithFirstWork(): void {
  for (const work of ['pointerdown', 'keydown']) addEventListener(work, dialog.preload, { once: true })
}
