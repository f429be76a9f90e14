import { useRef } from 'react'
import { ConfirmDialog } from 'shared/ui'
import { LinkSection } from '../links/LinkSection.tsx'
import { DropArea } from '../uploads/DropArea.tsx'
import { UploadList } from '../uploads/UploadList.tsx'
import { isUnderWay } from '../uploads/upload-queue.ts'
import { useLeaveQuestion } from '../uploads/use-leave-question.ts'
import { usePastedFiles } from '../uploads/use-pasted-files.ts'
import { useUploads } from '../uploads/use-uploads.ts'
import classes from './PromoUploadPage.module.css'

/** A manager drops pictures and has links that work in LINE. */
export default function PromoUploadPage() {
  const view = useRef<HTMLDivElement>(null)
  const { queue, uploads } = useUploads()
  const going = uploads.filter(isUnderWay).length
  const { isAsked, stay, go } = useLeaveQuestion(going > 0)
  usePastedFiles((files) => queue.add(files))
  return (
    <div ref={view} className={classes.page}>
      <DropArea onFiles={(files) => queue.add(files)} />
      {uploads.length > 0 ? <UploadList queue={queue} uploads={uploads} /> : null}
      <LinkSection view={view} />
      <ConfirmDialog
        open={isAsked}
        title="ออกจากหน้านี้?"
        confirmLabel={`ออกและยกเลิก ${going} รูป`}
        danger
        onCancel={stay}
        onConfirm={() => {
          queue.cancelAll()
          go()
        }}
      >
        กำลังอัปโหลดอยู่ รูปที่ยังไม่เสร็จจะไม่ถูกอัปโหลด
      </ConfirmDialog>
    </div>
  )
}
