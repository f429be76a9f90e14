import { useSyncExternalStore } from 'react'
import { deferred, showToast, useDeferred } from 'shared/ui'
import { answerSignOut, readAsked, subscribeAsked } from './sign-out.store.ts'

/** Few sign-outs lose anything: the question's code comes when it is asked. */
const dialog = deferred(async () => (await import('./SignOutDialog.tsx')).SignOutDialog)

/** Stands once in the shell. */
export function SignOutQuestion() {
  const isAsked = useSyncExternalStore(subscribeAsked, readAsked) !== null
  const Dialog = useDeferred(dialog, isAsked, () => {
    answerSignOut(false)
    showToast({ tone: 'error', text: 'ออกจากระบบไม่สำเร็จ กรุณาตรวจสอบอินเทอร์เน็ตแล้วลองใหม่อีกครั้ง' })
  })
  return Dialog === null ? null : <Dialog />
}
