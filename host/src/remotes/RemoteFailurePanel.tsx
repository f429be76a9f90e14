import { useState } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { Button } from 'shared/ui'
import type { RemoteFailure } from './remote-load-error.ts'
import styles from './remote-panel.module.css'

export interface RemoteFailurePanelProps {
  reason: RemoteFailure
  /** Loads the page again; the button is disabled until it settles. */
  onRetry: () => Promise<void>
}

const QUEUE_PATH = '/chat-queue'

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
}

/** Shown in place of a page that could not be loaded: the reason, a retry, a link to the queue. */
export function RemoteFailurePanel({ reason, onRetry }: RemoteFailurePanelProps) {
  const [trying, setTrying] = useState(false)
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const { title, text } = TEXTS[reason]
  // A retry cannot help where nothing is released, except on the queue itself, where there is nowhere else to go.
  const leadsAway = pathname !== QUEUE_PATH
  const canRetry = reason !== 'not-released' || !leadsAway
  const retry = () => {
    setTrying(true)
    onRetry().finally(() => setTrying(false))
  }
  return (
    <section className={styles.panel} role="alert" data-reason={reason}>
      <svg className={styles.drawing} viewBox="0 0 64 48" aria-hidden="true">
        <rect x="4" y="6" width="56" height="38" rx="6" />
        <path d="M4 16h56M26 30l-6 0M44 30h-6M26 24v12M38 24v12" />
      </svg>
      <h2 className={styles.title}>{title}</h2>
      <p className={styles.text}>{text}</p>
      <div className={styles.actions}>
        {canRetry ? (
          <Button variant="outline" size="lg" onClick={retry} disabled={trying}>
            {trying ? 'กำลังโหลด...' : 'ลองใหม่'}
          </Button>
        ) : null}
        {leadsAway ? (
          <Button size="lg" onClick={() => navigate(QUEUE_PATH)}>
            ไปที่คิวแชท
          </Button>
        ) : null}
      </div>
    </section>
  )
}
