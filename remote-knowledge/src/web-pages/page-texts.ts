import { isApiError } from 'shared/api'
import type { PageRefusal } from 'shared/contract/knowledge/pages.call.ts'
import { knowledgeErrorText } from '../content/knowledge-error.ts'

const REFUSALS: Readonly<Record<PageRefusal, string>> = {
  bad_address: 'ลิงก์ไม่ถูกต้อง ต้องขึ้นต้นด้วย http:// หรือ https:// และเปิดได้โดยไม่ต้องใช้รหัสผ่าน',
  bad_port: 'อ่านได้เฉพาะหน้าเว็บทั่วไป ลิงก์ต้องไม่มีเลขพอร์ต เช่น :8080',
  private_address: 'ลิงก์นี้อยู่ในเครือข่ายภายใน ระบบอ่านได้เฉพาะหน้าเว็บสาธารณะ',
  unreachable: 'เปิดหน้าเว็บนี้ไม่ได้ กรุณาตรวจสอบลิงก์',
  too_slow: 'หน้าเว็บตอบช้าเกินไป กรุณาลองใหม่อีกครั้ง',
  too_large: 'หน้าเว็บมีขนาดเกิน 2 MB',
  too_complex: 'โครงสร้างหน้าเว็บซับซ้อนเกินกว่าที่ระบบอ่านได้',
  wrong_type: 'ลิงก์นี้ไม่ใช่หน้าเว็บหรือข้อความ',
  bad_answer: 'หน้าเว็บแจ้งข้อผิดพลาด กรุณาตรวจสอบลิงก์',
  too_many_redirects: 'หน้าเว็บพาไปหน้าอื่นต่อหลายครั้งเกินไป',
  no_text: 'ไม่พบข้อความในหน้าเว็บนี้',
}

export function pageErrorText(error: unknown): string {
  const failed = 'อ่านหน้าเว็บไม่สำเร็จ'
  if (!isApiError(error)) return failed
  const { reason } = (error.body ?? {}) as { reason?: unknown }
  const known = Object.entries(REFUSALS).find(([name]) => name === reason)
  if (known !== undefined) return known[1]
  if (error.code === 'conflict')
    return isChangedMeanwhile(error.body)
      ? 'มีคนแก้ไขรายการนี้ระหว่างอ่านหน้าเว็บ กรุณาดูฉบับล่าสุดแล้วอ่านใหม่อีกครั้ง'
      : 'ฐานความรู้มีหน้าเว็บนี้หรือข้อความเดียวกันอยู่แล้ว'
  return knowledgeErrorText(error, failed)
}

const isChangedMeanwhile = (body: unknown) => typeof body === 'object' && body !== null && 'entry' in body

export const TRUNCATED_TEXT = 'หน้าเว็บยาวเกินไป เก็บได้เฉพาะ 100,000 ตัวอักษรแรก'
