import IconAlertTriangle from '@tabler/icons-react/dist/esm/icons/IconAlertTriangle.mjs'
import { Button } from 'shared/ui'
import { Note } from 'shared/ui/Note/Note.tsx'
import type { PromoLinks } from './promo-links.store.ts'

const WARNING_PROPS = { role: 'status', icon: <IconAlertTriangle size={20} aria-hidden /> }

interface LinkNoticesProps extends Omit<PromoLinks, 'links'> {
  hasUnreachable: boolean
  onShow: () => void
}

export function LinkNotices({ hasUnreachable, isStored, isDamaged, onShow }: LinkNoticesProps) {
  return (
    <>
      {hasUnreachable ? (
        <Note {...WARNING_PROPS}>
          ลูกค้าเปิดบางลิงก์ใน LINE ไม่ได้ ให้ผู้ดูแลระบบตั้งค่า PUBLIC_MEDIA_URL แล้วเอารูปออกจากรายการและอัปโหลดใหม่
        </Note>
      ) : null}
      {isDamaged ? (
        <Note
          {...WARNING_PROPS}
          action={
            <Button size="sm" variant="outline" onClick={onShow}>
              ดูข้อมูลเดิม
            </Button>
          }
        >
          รายการที่เก็บไว้เสียหาย บางลิงก์อ่านไม่ได้และไม่อยู่ในรายการนี้
        </Note>
      ) : null}
      {isStored ? null : (
        <Note {...WARNING_PROPS}>เบราว์เซอร์เก็บรายการไว้ไม่ได้ ลิงก์ใหม่จะหายไปเมื่อปิดหน้านี้ กรุณาคัดลอกเก็บไว้ก่อน</Note>
      )}
    </>
  )
}
