import { useState } from 'react'
import { Button, ConfirmDialog } from 'shared/ui'
import { LinksToCopy } from './LinksToCopy.tsx'
import { damagedText } from './promo-links.store.ts'

interface DamagedListProps {
  onClose: () => void
  onForget: () => void
}

export function DamagedList({ onClose, onForget }: DamagedListProps) {
  const [text] = useState(damagedText)
  const [isForgetting, setForgetting] = useState(false)
  return (
    <>
      <LinksToCopy
        text={text ?? ''}
        description="ข้อมูลของรายการก่อนเสียหาย คัดลอกลิงก์ที่ต้องการเก็บไว้ได้จากที่นี่"
        onClose={onClose}
        footer={
          <Button variant="danger" onClick={() => setForgetting(true)}>
            ลบข้อมูลเดิม
          </Button>
        }
      />
      <ConfirmDialog
        open={isForgetting}
        title="ลบข้อมูลเดิม?"
        confirmLabel="ลบข้อมูลเดิม"
        danger
        onCancel={() => setForgetting(false)}
        onConfirm={onForget}
      >
        ลิงก์ที่ยังไม่ได้คัดลอกเก็บไว้จะนำกลับมาไม่ได้
      </ConfirmDialog>
    </>
  )
}
