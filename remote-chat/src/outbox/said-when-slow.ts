import { showToast } from 'shared/ui'

const SLOW_AFTER_MS = 6_000
const SLOW = 'เบราว์เซอร์นี้ตอบช้า ข้อความยังไม่ได้ส่ง ระบบจะส่งต่อตามลำดับให้เอง กรุณาอย่าเพิ่งปิดหน้านี้'

/** Tells the person when what is pressed has to wait for the storage of the browser. */
export async function saidWhenSlow<T>(work: Promise<T>): Promise<T> {
  const timer = setTimeout(() => showToast({ tone: 'info', text: SLOW }), SLOW_AFTER_MS)
  try {
    return await work
  } finally {
    clearTimeout(timer)
  }
}

/** The person has written on while a press waited: it is for them to say what goes. */
export function sayStillInField(): void {
  showToast({ tone: 'info', text: 'ข้อความในช่องยังไม่ได้ส่ง กรุณากดส่งอีกครั้ง' })
}
