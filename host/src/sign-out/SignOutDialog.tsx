import { useSyncExternalStore } from 'react'
import { ConfirmDialog } from 'shared/ui'
import { answerSignOut, readAsked, subscribeAsked, type Unsent } from './sign-out.store.ts'

/** Asks before a sign-out that would remove what was written and not sent. Stands once in the shell. */
export function SignOutDialog() {
  const unsent = useSyncExternalStore(subscribeAsked, readAsked)
  return (
    <ConfirmDialog
      open={unsent !== null}
      title="ออกจากระบบ"
      confirmLabel="ออกจากระบบ"
      danger
      onConfirm={() => answerSignOut(true)}
      onCancel={() => answerSignOut(false)}
    >
      {unsent === null ? null : `คุณมี${wordsOf(unsent)} เมื่อออกจากระบบ ข้อความเหล่านี้จะถูกลบออกจากเบราว์เซอร์นี้`}
    </ConfirmDialog>
  )
}

function wordsOf({ messages, drafts }: Unsent): string {
  const parts = [
    ...(messages > 0 ? [`ข้อความที่ยังไม่ได้ส่ง ${messages} ข้อความ`] : []),
    ...(drafts > 0 ? [`ฉบับร่าง ${drafts} ข้อความ`] : []),
  ]
  return parts.join('และ')
}
