import { KNOWLEDGE_SOURCES } from 'shared/contract/constants.ts'
import {
  type PromotionContent,
  type QuestionsAndAnswer,
  writeGeneral,
  writePromotion,
} from 'shared/contract/knowledge/knowledge-text.ts'
import type { Tx } from '../db/client.ts'
import { upsertWithin } from '../knowledge/upsert-knowledge.ts'

const GENERAL: readonly QuestionsAndAnswer[] = [
  {
    questions: ['ฝากเงินแล้วยอดไม่เข้าทำอย่างไร', 'โอนแล้วเงินไม่เข้า', 'สลิปขึ้นสำเร็จแต่ยอดไม่เข้าบัญชี'],
    answer:
      'หากโอนแล้วยอดยังไม่เข้า รบกวนรอไม่เกิน 15 นาทีนะคะ ถ้ายังไม่เข้าส่งสลิปที่เห็นเวลาและธนาคารปลายทางมาในแชทนี้ ทีมงานจะตรวจสอบให้ทันทีค่ะ',
  },
  {
    questions: ['ฝากเงินขั้นต่ำเท่าไหร่', 'ฝากครั้งแรกกี่บาท'],
    answer: 'ฝากขั้นต่ำครั้งละ 100 บาทค่ะ ฝากได้ตลอด 24 ชั่วโมง',
  },
  {
    questions: ['โอนผิดบัญชีทำอย่างไร', 'โอนเงินไปบัญชีเก่า'],
    answer:
      'แจ้งยอด วันเวลา และธนาคารที่โอนเข้ามาในแชทพร้อมสลิปนะคะ ทีมงานจะประสานงานกับธนาคารให้ ใช้เวลา 1–3 วันทำการค่ะ',
  },
  {
    questions: ['ถอนเงินใช้เวลากี่นาที', 'ถอนเงินช้า', 'ถอนแล้วเงินยังไม่เข้า'],
    answer:
      'รายการถอนใช้เวลาไม่เกิน 15 นาทีค่ะ ช่วง 23:00–00:30 น. ธนาคารปรับปรุงระบบ อาจล่าช้ากว่าปกติ หากเกิน 30 นาทีแจ้งเวลาที่ถอนมาในแชทได้เลยนะคะ',
  },
  {
    questions: ['ถอนขั้นต่ำเท่าไหร่', 'ถอนได้วันละกี่บาท'],
    answer: 'ถอนขั้นต่ำ 300 บาท สูงสุดวันละ 200,000 บาทค่ะ',
  },
  {
    questions: ['ถอนเงินวันหยุดได้ไหม', 'เสาร์อาทิตย์ถอนได้หรือเปล่า'],
    answer: 'ถอนได้ทุกวันตลอด 24 ชั่วโมง รวมวันหยุดนักขัตฤกษ์ค่ะ',
  },
  {
    questions: ['เข้าเว็บไซต์ไม่ได้', 'เว็บขึ้นหน้าขาว', 'เปิดเว็บแล้วโหลดไม่ขึ้น'],
    answer:
      'รบกวนลองล้างแคชของเบราว์เซอร์ หรือเปิดด้วยโหมดไม่ระบุตัวตนดูนะคะ หากยังเข้าไม่ได้แจ้งเครือข่ายและรุ่นโทรศัพท์มาในแชท ทีมงานจะส่งลิงก์สำรองให้ค่ะ',
  },
  {
    questions: ['ลืมรหัสผ่านเข้าเว็บ', 'เปลี่ยนรหัสผ่านยังไง'],
    answer: 'กด "ลืมรหัสผ่าน" ที่หน้าเข้าสู่ระบบ ระบบจะส่งรหัส OTP ไปที่เบอร์ที่ลงทะเบียนไว้ค่ะ',
  },
  {
    questions: ['OTP ไม่เข้า', 'ไม่ได้รับรหัส OTP'],
    answer: 'รอ 2 นาทีแล้วกดขอรหัสใหม่ค่ะ หากยังไม่ได้รับ ตรวจสอบว่าโทรศัพท์ไม่ได้บล็อกข้อความจากผู้ส่งที่ไม่รู้จัก',
  },
  {
    questions: ['เปลี่ยนบัญชีธนาคารที่ผูกไว้', 'แก้ไขเลขบัญชีรับเงิน'],
    answer:
      'ส่งหน้าสมุดบัญชีใหม่ที่ชื่อตรงกับชื่อสมาชิกมาในแชท ทีมงานตรวจสอบและเปลี่ยนให้ภายใน 1 วันทำการค่ะ เพื่อความปลอดภัยจะถอนได้หลังเปลี่ยนบัญชีแล้ว 24 ชั่วโมง',
  },
  {
    questions: ['สมัครสมาชิกอย่างไร', 'อยากสมัครต้องทำยังไง'],
    answer: 'กดปุ่ม "สมัครสมาชิก" ที่หน้าเว็บ กรอกเบอร์โทรและบัญชีธนาคารที่เป็นชื่อของคุณเอง ใช้เวลาไม่ถึง 2 นาทีค่ะ',
  },
  {
    questions: ['สมาชิก VIP ได้อะไรบ้าง', 'เป็น VIP ต้องทำอย่างไร'],
    answer:
      'สมาชิก VIP มีผู้ดูแลส่วนตัว ได้รับการดูแลก่อน และรับสิทธิพิเศษทุกเดือนค่ะ ระบบปรับระดับให้อัตโนมัติทุกวันที่ 1 จากยอดใช้งานของเดือนก่อน',
  },
  {
    questions: ['ติดต่อแอดมินได้กี่โมง', 'แอดมินตอบช้า'],
    answer: 'ทีมงานดูแลทุกวัน 08:00–22:00 น. ค่ะ นอกเวลานี้ฝากข้อความไว้ได้ ทีมงานจะตอบกลับตามลำดับในตอนเช้า',
  },
]

const DAY_MS = 86_400_000
const PROMOTIONS: readonly (PromotionContent & {
  /** Start and end of an entry's validity period in days from now; null for no limit. */
  from: number | null
  until: number | null
})[] = [
  {
    name: 'ฝากครั้งแรกรับโบนัส 20%',
    text: 'ฝากขั้นต่ำ 100 บาท รับโบนัสสูงสุด 500 บาท รับได้ 1 ครั้งต่อ 1 บัญชี',
    images: [],
    from: -20,
    until: 35,
  },
  {
    name: 'วันเกิดรับ 100 บาท',
    text: 'แจ้งวันเกิดในแชทพร้อมยืนยันตัวตน รับได้ภายใน 7 วันของเดือนเกิด',
    images: [],
    from: null,
    until: null,
  },
  { name: 'ต้อนรับสมาชิกเก่า', text: 'ฝากครบ 300 บาท รับเพิ่ม 60 บาท', images: [], from: -60, until: -2 },
]

export async function addDemoKnowledge(tx: Tx, staffId: string, now: Date): Promise<void> {
  const inDays = (days: number | null) => (days === null ? null : new Date(now.getTime() + days * DAY_MS))
  const texts = [
    ...PROMOTIONS.map(({ from, until, ...content }) => ({
      source: KNOWLEDGE_SOURCES.promotion,
      text: writePromotion(content),
      validFrom: inDays(from),
      validUntil: inDays(until),
    })),
    ...GENERAL.map((content) => ({
      source: KNOWLEDGE_SOURCES.general,
      text: writeGeneral(content),
      validFrom: null,
      validUntil: null,
    })),
  ]
  for (const [index, text] of texts.entries()) {
    const at = new Date(now.getTime() - ((texts.length - index) * DAY_MS) / 4)
    await upsertWithin(tx, at, { ...text, replace: false, staffId })
  }
}
