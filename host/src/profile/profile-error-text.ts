import type { ProfileResponse } from 'shared/session'

export function profileErrorText(response: ProfileResponse): string | null {
  switch (response.kind) {
    case 'profile':
      return null
    case 'no-token':
      return 'ไม่พบข้อมูลการเข้าสู่ระบบ กรุณาเข้าสู่ระบบใหม่'
    case 'missing':
      return 'ไม่พบข้อมูลโปรไฟล์'
    case 'unreachable':
      return 'เชื่อมต่อเซิร์ฟเวอร์ไม่ได้ (อาจเกิดจาก CORS หรือ URL ไม่ถูกต้อง)'
    case 'failed':
      return `ดึงข้อมูลโปรไฟล์ไม่สำเร็จ: ${response.message ?? `HTTP ${response.status}`}`
  }
}
