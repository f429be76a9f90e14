import type { suggestions } from '../db/schema.ts'

const FOR_ALL: readonly string[] = [
  'สวัสดีค่ะ คุณ{{ชื่อ}} ยินดีให้บริการค่ะ มีอะไรให้ช่วยดูแลคะ',
  'รบกวนแจ้งชื่อบัญชี ธนาคาร และเวลาที่โอนด้วยนะคะ',
  'ขอเวลาตรวจสอบสักครู่นะคะ',
  'ดำเนินการให้เรียบร้อยแล้วค่ะ รบกวนตรวจสอบอีกครั้งนะคะ',
  'ขออภัยในความไม่สะดวกด้วยนะคะ',
  'ขณะนี้ธนาคารปรับปรุงระบบ รายการอาจล่าช้ากว่าปกติค่ะ',
  'ขอบคุณที่ใช้บริการค่ะ คุณ{{ชื่อ}} หากมีข้อสงสัยแจ้งได้ตลอด 24 ชั่วโมงค่ะ',
]

const BY_CHANNEL: Readonly<Record<string, readonly string[]>> = {
  main: [
    'ขอสลิปการโอนด้วยนะคะ คุณ{{ชื่อ}}',
    'ยอดเข้าเรียบร้อยแล้วค่ะ รบกวนรีเฟรชหน้าเว็บอีกครั้งนะคะ',
    'รายการถอนกำลังดำเนินการอยู่ค่ะ ใช้เวลาไม่เกิน 15 นาทีนะคะ',
  ],
  vip: [
    'สวัสดีค่ะ คุณ{{ชื่อ}} ทีมดูแลสมาชิก VIP ยินดีให้บริการค่ะ',
    'รายการของคุณ{{ชื่อ}} ได้รับการดูแลเป็นลำดับแรกแล้วค่ะ',
    'มีผู้ดูแลส่วนตัวติดต่อกลับภายใน 10 นาทีค่ะ',
  ],
  promo: [
    'โปรโมชั่นของเดือนนี้รับได้ 1 ครั้งต่อ 1 บัญชีนะคะ',
    'รับโปรโมชั่นแล้วต้องทำยอดให้ครบก่อนถอนนะคะ',
    'รบกวนแจ้งชื่อโปรโมชั่นที่สนใจด้วยค่ะ คุณ{{ชื่อ}}',
  ],
}

export function demoSuggestions(
  channelKeys: readonly string[],
  now: Date,
): (typeof suggestions.$inferInsert)[] {
  const rowsOf = (texts: readonly string[], channelKey: string | null) =>
    texts.map((text, index) => ({ text, channelKey, position: index + 1, createdAt: now, updatedAt: now }))
  return [...rowsOf(FOR_ALL, null), ...channelKeys.flatMap((key) => rowsOf(BY_CHANNEL[key] ?? [], key))]
}
