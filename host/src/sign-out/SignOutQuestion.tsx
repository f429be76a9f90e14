import { useEffect, useSyncExternalStore } from 'react'
import { deferred, showToast, useDeferred } from 'shared/ui'
import { answerSignOut, readAsked, subscribeAsked } from './sign-out.store.ts'

/** Its code comes with the first work on a page: nothing can be lost before that, and offline it is too late to fetch it. */
const dialog = deferred(async () => (await import('./SignOutDialog.tsx')).SignOutDialog)

/** Stands once in the shell. */
export function SignOutQuestion() {
  useEffect(loadWithFirstWork, [])
  const isAsked = useSyncExternalStore(subscribeAsked, readAsked) !== null
  const Dialog = useDeferred(dialog, isAsked, () => {
    answerSignOut(false)
    showToast({ tone: 'error', text: 'ออกจากระบบไม่สำเร็จ กรุณาตรวจสอบอินเทอร์เน็ตแล้วลองใหม่อีกครั้ง' })
  })
  return Dialog === null ? null : <Dialog />
}

/** What is left of it once the shell has gone fetches a file at most. */
function loadWithFirstWork(): void {
  for (const work of ['pointerdown', 'keydown']) addEventListener(work, dialog.preload, { once: true })
}
