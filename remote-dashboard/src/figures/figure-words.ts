import type { Figures } from 'shared/contract/dashboard/figures.ts'
import type { OpenedFigure } from '../address/dashboard-address.ts'

/** One of the five figures of the team. */
export interface Kpi {
  name: keyof Figures
  label: string
  /** What exactly is counted; docs/figures.md says the same. */
  definition: string
  /** The list of the cases behind it. */
  cases: OpenedFigure
  isDuration: boolean
}

export const KPIS: readonly Kpi[] = [
  {
    name: 'handled_count',
    label: 'เคสที่ดูแล',
    definition:
      'เคสที่มีคนรับเป็นครั้งแรก ทั้งที่กดรับเองและที่มีคนมอบให้ นับในวันที่รับ และนับเคสละหนึ่งครั้ง แม้ภายหลังจะโอนให้คนอื่น ไม่เกี่ยวกับว่าตอนนี้ใครกำลังดูแลอยู่',
    cases: 'handled',
    isDuration: false,
  },
  {
    name: 'closed_count',
    label: 'เคสที่ปิด',
    definition: 'เคสที่ปิดแล้ว นับในวันที่ปิด และนับให้คนที่ปิด เคสที่ปิดโดยไม่มีใครตอบลูกค้าเลยบอกแยกไว้',
    cases: 'closed',
    isDuration: false,
  },
  {
    name: 'avg_pickup_secs',
    label: 'เวลารับเคสเฉลี่ย',
    definition: 'เวลาตั้งแต่เปิดเคสจนมีคนรับเป็นครั้งแรก เฉลี่ยจากเคสที่ดูแลในช่วงนี้',
    cases: 'handled',
    isDuration: true,
  },
  {
    name: 'avg_first_response_secs',
    label: 'เวลาตอบกลับครั้งแรกเฉลี่ย',
    definition:
      'เวลาตั้งแต่เปิดเคสจนทีมงานกดส่งคำตอบแรกที่ LINE รับไว้ ไม่นับข้อความอัตโนมัติ โน้ตภายใน และข้อความปิดเคส เคสที่ปิดโดยไม่ได้ตอบนับแยกไว้ ไม่ได้คิดเป็นศูนย์',
    cases: 'first_response',
    isDuration: true,
  },
  {
    name: 'avg_resolution_secs',
    label: 'เวลาปิดเคสเฉลี่ย',
    definition: 'เวลาตั้งแต่เปิดเคสจนปิดเคส เฉลี่ยจากเคสที่ปิดในช่วงนี้',
    cases: 'closed',
    isDuration: true,
  },
]

/** What a figure stands against, behind the same sign. */
export const COMPARED = 'เทียบกับจำนวนวันเท่ากันก่อนหน้านี้ ถ้าช่วงที่เลือกยังไม่จบวัน จะเทียบถึงเวลาเดียวกันของวันนั้น'

/** Titles of the lists behind figures. */
export const CASES_TITLES: Record<OpenedFigure, string> = {
  handled: 'เคสที่ดูแล',
  held: 'เคสที่ดูแล',
  first_response: 'เคสที่ตอบกลับครั้งแรก',
  closed: 'เคสที่ปิด',
  unanswered: 'เคสที่ปิดโดยไม่ได้ตอบ',
  replied: 'ข้อความที่ตอบ',
  incoming: 'ข้อความจากลูกค้า',
  handling: 'เคสที่นับเวลาดูแล',
}

/** What is counted in messages. */
export const isOfMessages = (figure: OpenedFigure) => figure === 'replied' || figure === 'incoming'

/** What a case's time is, in the list behind a figure. */
export const CASES_TIMES: Partial<Record<OpenedFigure, string>> = {
  handled: 'เวลารับเคส',
  first_response: 'เวลาตอบครั้งแรก',
  closed: 'เวลาปิดเคส',
  handling: 'เวลาดูแล',
}
