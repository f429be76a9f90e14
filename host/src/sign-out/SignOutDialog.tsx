import { useEffect, useSyncExternalStore } from 'react'
import { ConfirmDialog } from 'shared/ui'
import {
  countPending,
  openDialog,
  type Pending,
  readDialogData,
  resolveSignOut,
  subscribeDialogData,
} from './sign-out.store.ts'

/** Interval in ms for counting pending work again: storage events report only changes in other tabs. */
const RECOUNT_MS = 500

export function SignOutDialog() {
  const pending = useSyncExternalStore(subscribeDialogData, readDialogData)
  const open = pending !== null
  useEffect(() => {
    if (!open) return
    const timer = setInterval(() => void recountPending(), RECOUNT_MS)
    return () => clearInterval(timer)
  }, [open])
  return (
    <ConfirmDialog
      open={open}
      title="ออกจากระบบ"
      confirmLabel="ออกจากระบบ"
      danger
      onConfirm={() => resolveSignOut(true)}
      onCancel={() => resolveSignOut(false)}
    >
      {pending === null ? null : textOf(pending)}
    </ConfirmDialog>
  )
}

async function recountPending(): Promise<void> {
  const now = await countPending()
  const dialogData = readDialogData()
  if (dialogData !== null && (dialogData.messages !== now.messages || dialogData.drafts !== now.drafts))
    openDialog(now)
}

function textOf({ messages, drafts }: Pending): string {
  if (messages === null && drafts === 0)
    return 'ตรวจสอบไม่ได้ว่ายังมีข้อความที่ยังไม่ได้ส่งหรือไม่ หากมี เมื่อออกจากระบบ ข้อความเหล่านั้นจะถูกลบออกจากเบราว์เซอร์นี้'
  const parts = [
    ...(messages === null ? ['ข้อความที่อาจยังไม่ได้ส่ง'] : []),
    ...(messages !== null && messages > 0 ? [`ข้อความที่ยังไม่ได้ส่ง ${messages} ข้อความ`] : []),
    ...(drafts > 0 ? [`ฉบับร่าง ${drafts} ข้อความ`] : []),
  ]
  return parts.length === 0
    ? 'ข้อความของคุณส่งครบแล้ว'
    : `คุณมี${parts.join('และ')} เมื่อออกจากระบบ ข้อความเหล่านี้จะถูกลบออกจากเบราว์เซอร์นี้`
}
