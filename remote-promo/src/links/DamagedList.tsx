import { useState } from 'react'
import { Button } from 'shared/ui'
import { LinksToCopy } from './LinksToCopy.tsx'
import { damagedText, forgetDamaged } from './promo-links.store.ts'

/** A kept list as it was when it could not be read: its links can be taken from it by hand before it is removed. */
export function DamagedList({ onClose }: { onClose: () => void }) {
  const [text] = useState(damagedText)
  return (
    <LinksToCopy
      text={text ?? ''}
      description="ข้อมูลของรายการก่อนเสียหาย คัดลอกลิงก์ที่ต้องการเก็บไว้ได้จากที่นี่"
      onClose={onClose}
      footer={
        <Button
          variant="danger"
          onClick={() => {
            onClose()
            void forgetDamaged()
          }}
        >
          ลบข้อมูลเดิม
        </Button>
      }
    />
  )
}
