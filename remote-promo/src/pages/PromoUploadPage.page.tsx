import { useRef } from 'react'
import { ConfirmDialog, showToast } from 'shared/ui'
import { PageLayout } from 'shared/ui/PageLayout/PageLayout.tsx'
import { LazyUnfinishedUploads } from 'shared/ui/UnfinishedUploads/LazyUnfinishedUploads.tsx'
import { LinkSection } from '../links/LinkSection.tsx'
import { usePromoLinks } from '../links/promo-links.store.ts'
import { useStableScroll } from '../links/use-stable-scroll.ts'
import { CHOOSE_ID, DropArea } from '../uploads/DropArea.tsx'
import { UploadList } from '../uploads/UploadList.tsx'
import { isUnfinished } from '../uploads/upload-queue.ts'
import { useLeaveConfirmation } from '../uploads/use-leave-confirmation.ts'
import { usePastedFiles } from '../uploads/use-pasted-files.ts'
import { useUploads } from '../uploads/use-uploads.ts'
import classes from './PromoUploadPage.module.css'

const chooseButton = () => document.getElementById(CHOOSE_ID)

export default function PromoUploadPage() {
  const view = useRef<HTMLDivElement>(null)
  const { queue, uploads } = useUploads()
  const unfinished = uploads.filter(isUnfinished).length
  const { isStored } = usePromoLinks()
  const isLosing = unfinished > 0 || !isStored
  const { isConfirming, stay: cancelLeave, leavePage } = useLeaveConfirmation(isLosing)
  useStableScroll(view)
  const add = (files: File[]) => {
    queue.add(files)
    // Shows a notification when the upload queue is out of view.
    if (view.current && view.current.scrollTop > view.current.clientHeight)
      showToast({
        text: `เพิ่ม ${files.length} ไฟล์แล้ว`,
        action: { label: 'ดูความคืบหน้า', onSelect: () => view.current?.scrollTo({ top: 0 }) },
      })
  }
  usePastedFiles(add)
  return (
    <PageLayout ref={view} className={classes.page}>
      <DropArea onFiles={add} />
      <LazyUnfinishedUploads screen="promotion" />
      {uploads.length > 0 ? <UploadList queue={queue} uploads={uploads} otherwise={chooseButton} /> : null}
      <LinkSection view={view} otherwise={chooseButton} onFreeze={queue.setFrozen} />
      <ConfirmDialog
        open={isConfirming}
        title="ออกจากหน้านี้?"
        confirmLabel={unfinished > 0 ? `ออกและยกเลิก ${unfinished} รูป` : 'ออกจากหน้านี้'}
        cancelLabel="อยู่ต่อ"
        danger={isLosing}
        onCancel={cancelLeave}
        onConfirm={() => {
          queue.clear()
          leavePage()
        }}
      >
        {isLosing ? null : 'ไม่มีรูปที่กำลังอัปโหลดแล้ว'}
        {unfinished > 0 ? 'รูปที่ยังไม่เสร็จจะไม่ถูกอัปโหลด ' : null}
        {isStored ? null : 'ลิงก์ที่เบราว์เซอร์เก็บไว้ไม่ได้อาจหายไป กรุณาคัดลอกเก็บไว้ก่อน'}
      </ConfirmDialog>
    </PageLayout>
  )
}
