import IconAlertTriangle from '@tabler/icons-react/dist/esm/icons/IconAlertTriangle.mjs'
import { type ReactNode, useMemo } from 'react'
import { Button } from 'shared/ui'
import classes from './LinkSection.module.css'
import type { PromoLinks } from './promo-links.store.ts'
import { isReachableByLine } from './reachable-by-line.ts'

/** What a person should know before these links are used. */
export function LinkNotices({ links, isKept, isDamaged, onShow }: PromoLinks & { onShow: () => void }) {
  const hasUnreachable = useMemo(() => links.some(({ url }) => !isReachableByLine(url)), [links])
  return (
    <>
      {hasUnreachable ? (
        <Notice>
          ลูกค้ายังเปิดบางลิงก์ใน LINE ไม่ได้ เพราะระบบยังไม่มีที่อยู่ที่เปิดรูปจากอินเทอร์เน็ตได้ ให้ผู้ดูแลระบบตั้งค่าก่อน
          (PUBLIC_MEDIA_URL) แล้วเอารูปออกจากรายการและอัปโหลดใหม่
        </Notice>
      ) : null}
      {isDamaged ? (
        <Notice
          action={
            <Button size="sm" variant="outline" onClick={onShow}>
              ดูข้อมูลเดิม
            </Button>
          }
        >
          รายการที่เก็บไว้เสียหาย บางลิงก์อ่านไม่ได้และไม่อยู่ในรายการนี้
        </Notice>
      ) : null}
      {isKept ? null : <Notice>เบราว์เซอร์เก็บรายการไว้ไม่ได้ ลิงก์ใหม่จะหายไปเมื่อปิดหน้านี้ กรุณาคัดลอกเก็บไว้ก่อน</Notice>}
    </>
  )
}

function Notice({ action, children }: { action?: ReactNode; children: ReactNode }) {
  return (
    <div className={classes.notice} role="status">
      <IconAlertTriangle size={20} className={classes.icon} aria-hidden />
      <span className={classes.words}>{children}</span>
      {action}
    </div>
  )
}
