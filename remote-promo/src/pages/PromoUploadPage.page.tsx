import { useRef } from 'react'
import { ConfirmDialog } from 'shared/ui'
import { LinkSection } from '../links/LinkSection.tsx'
import { CHOOSE_ID, DropArea } from '../uploads/DropArea.tsx'
import { UploadList } from '../uploads/UploadList.tsx'
import { isUnfinished } from '../uploads/upload-queue.ts'
import { useLeaveQuestion } from '../uploads/use-leave-question.ts'
import { usePastedFiles } from '../uploads/use-pasted-files.ts'
import { useUploads } from '../uploads/use-uploads.ts'
import classes from './PromoUploadPage.module.css'

const chooseButton = () => document.getElementById(CHOOSE_ID)

/** A manager drops pictures and has links that work in LINE. */
export default function PromoUploadPage() {
  const view = useRef<HTMLDivElement>(null)
  const { queue, uploads } = useUploads()
  const unfinished = uploads.filter(isUnfinished).length
  const { isAsked, stay } = useLeaveQuestion(unfinished > 0)
  usePastedFiles((files) => queue.add(files))
  return (
    <div ref={view} className={classes.page}>
      <DropArea onFiles={(files) => queue.add(files)} />
      {uploads.length > 0 ? <UploadList queue={queue} uploads={uploads} otherwise={chooseButton} /> : null}
      <LinkSection view={view} otherwise={chooseButton} />
      <ConfirmDialog
        open={isAsked}
        title="ออกจากหน้านี้?"
        confirmLabel={`ออกและยกเลิก ${unfinished} รูป`}
        danger
        onCancel={stay}
        // With nothing left to lose the page is left.
        onConfirm={() => queue.clear()}
      >
        รูปที่ยังไม่เสร็จจะไม่ถูกอัปโหลด
      </ConfirmDialog>
    </div>
  )
}
