import { useState } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { Button, EmptyState, ErrorState, Spinner } from 'shared/ui'
import { QUEUE_PATH } from '../guard/landing-page.ts'
import { TRANSLATION_TEXT } from '../page-translation.ts'
import classes from './RemotePageStates.module.css'
import type { RemoteFailure } from './remote-load-error.ts'

export function RemotePageLoading() {
  return (
    <div className={classes.loading}>
      <Spinner />
      <span aria-hidden="true">กำลังโหลด...</span>
    </div>
  )
}

export interface RemotePageFailureProps {
  reason: RemoteFailure
  onRetry: () => Promise<void>
}

const TEXTS: Record<RemoteFailure, { title: string; text: string }> = {
  'not-released': {
    title: 'หน้านี้ยังไม่พร้อมใช้งาน',
    text: 'ทีมงานกำลังเตรียมหน้านี้อยู่ ระหว่างนี้คุณตอบลูกค้าในคิวแชทได้ตามปกติ',
  },
  unreachable: {
    title: 'โหลดหน้านี้ไม่สำเร็จ',
    text: 'กรุณาตรวจสอบการเชื่อมต่อแล้วลองใหม่อีกครั้ง ส่วนอื่นของระบบยังใช้งานได้ตามปกติ',
  },
  integrity: {
    title: 'โหลดหน้านี้ไม่สำเร็จ',
    text: 'ไฟล์ของหน้านี้ไม่ตรงกับรุ่นที่เผยแพร่ ระบบจึงไม่เปิดใช้งาน กรุณาแจ้งผู้ดูแลระบบ',
  },
  threw: {
    title: 'เกิดข้อผิดพลาดในหน้านี้',
    text: 'กรุณาลองใหม่อีกครั้ง ส่วนอื่นของระบบยังใช้งานได้ตามปกติ',
  },
  'foreign-mutation': { title: 'เกิดข้อผิดพลาดในหน้านี้', text: TRANSLATION_TEXT },
}

export function RemotePageFailure({ reason, onRetry }: RemotePageFailureProps) {
  const [trying, setTrying] = useState(false)
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const { title, text } = TEXTS[reason]
  // Without a release, a retry cannot help, so pages link to the queue. The queue page offers a retry instead.
  const isOtherPage = pathname !== QUEUE_PATH
  const retry = () => {
    setTrying(true)
    onRetry().finally(() => setTrying(false))
  }
  const toQueue = isOtherPage ? <Button onClick={() => navigate(QUEUE_PATH)}>ไปที่คิวแชท</Button> : null
  if (reason === 'not-released' && isOtherPage)
    return (
      <EmptyState title={title} action={toQueue}>
        {text}
      </EmptyState>
    )
  return (
    <ErrorState title={title} onRetry={retry} retrying={trying} action={toQueue}>
      {text}
    </ErrorState>
  )
}
