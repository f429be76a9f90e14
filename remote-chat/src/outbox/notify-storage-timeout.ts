import { showToast } from 'shared/ui'

const SLOW_AFTER_MS = 6_000
const SLOW = 'เบราว์เซอร์นี้ตอบช้า ข้อความยังไม่ได้ส่ง ระบบจะส่งต่อตามลำดับให้เอง กรุณาอย่าเพิ่งปิดหน้านี้'

export async function notifySlowStorage<T>(work: Promise<T>): Promise<T> {
  const timer = setTimeout(() => showToast({ tone: 'info', text: SLOW }), SLOW_AFTER_MS)
  try {
    return await work
  } finally {
    clearTimeout(timer)
  }
}

export function notifyStillInField(): void {
  showToast({ tone: 'info', text: 'ข้อความในช่องยังไม่ได้ส่ง กรุณากดส่งอีกครั้ง' })
}
