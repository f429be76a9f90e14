import type { LineUser, StaffUser } from './world.ts'

/** Names that are the same on every machine, unlike ids and secrets. */

const GIVEN = [
  'ธีรภัทร',
  'กานต์ชนก',
  'ปวีณา',
  'ณัฐวุฒิ',
  'สุภาวดี',
  'มินตรา',
  'วรัญญู',
  'อภิชาติ',
  'จิราพร',
  'ศิริลักษณ์',
  'ธนกร',
  'พิมพ์ชนก',
  'ชลธิชา',
  'กิตติพงษ์',
  'รัตนา',
  'วิชัย',
  'นันทิดา',
  'ภูริณัฐ',
  'เบญจวรรณ',
  'สมศักดิ์',
  'อรวรรณ',
  'ปิยะพงษ์',
  'กมลชนก',
  'ชัยวัฒน์',
  'ดวงใจ',
  'เอกชัย',
  'ทิพวรรณ',
  'ณัฐธิดา',
  'พีรพล',
  'วราภรณ์',
  'สิทธิชัย',
  'จุฑามาศ',
  'อนุชา',
  'ปาริชาต',
  'เกรียงไกร',
  'ลลิตา',
  'ยุทธนา',
  'แก้วตา',
  'ไพโรจน์',
  'ศศิธร',
]

const FAMILY = [
  'จันทร์แก้ว',
  'พูนสุข',
  'ศรีสวัสดิ์',
  'ทองดี',
  'อินทร์คำ',
  'วงศ์ไทย',
  'แสงทอง',
  'บุญมี',
  'ใจดี',
  'รักษาสุข',
  'สุวรรณรัตน์',
  'ชูเกียรติ',
  'พงษ์พานิช',
  'มณีวงศ์',
  'เจริญผล',
  'ศรีวิชัย',
  'คำแสน',
  'นาคประเสริฐ',
  'ก้อนทอง',
  'ไชยวงค์',
  'หอมจันทร์',
  'สายบุญ',
  'ประเสริฐสุข',
  'ธรรมรักษ์',
  'เพชรรัตน์',
  'ดวงแก้ว',
  'กิจเจริญ',
  'โพธิ์ศรี',
  'วัฒนกุล',
]

const NICK = [
  'น้องมิ้นท์',
  'แบงค์',
  'พี่หนุ่ม',
  'ฟ้าใส',
  'บอล',
  'ป้าแดง',
  'อ้อม',
  'เจ๊หงส์',
  'เฮียชัย',
  'ปลา',
  'กุ้งนาง',
  'ต้นกล้า',
  'มะปราง',
  'ลุงดำ',
  'เนย',
]

const LATIN = [
  'Somchai K.',
  'Nattapong',
  'Ploy P.',
  'Beam',
  'Arthit S.',
  'Kanya W.',
  'Mr. Tee',
  'Praew',
  'Golf Thanawat',
  'Mint',
]

const EMOJI = ['🌷', '☀️', '🐱', '✨', '🍀', '💚', '🙏', '⚽️', '🎧', '🍜']

const CUSTOMER_STATUS = [
  'สู้ ๆ นะตัวเรา',
  'ไม่ว่างตอบ โทรมาได้เลย',
  'ขายของออนไลน์ ทักได้ 24 ชม.',
  'คิดดี ทำดี',
  'กำลังพักผ่อน 🌊',
  'รักแม่ที่สุด',
  'ทำงานก่อนนะ',
  'Keep going',
  'วันนี้ฝนตก',
  'ขอบคุณทุกกำลังใจ',
]

function at<T>(list: readonly T[], index: number): T {
  return list[index % list.length] as T
}

function customerName(index: number): string {
  const round = Math.floor(index / 10)
  const given = at(GIVEN, index * 7 + round)
  const family = at(FAMILY, index * 11 + 3)
  switch (index % 10) {
    case 3:
      return given
    case 5:
      return at(NICK, index + round)
    case 6:
      return at(LATIN, round)
    case 8:
      return `${given} ${at(EMOJI, round)}`
    case 9:
      return `${at(NICK, index + round + 4)} ${family}`
    default:
      return `${given} ${family}`
  }
}

/** Returns names of customers. Up to 60 names are unique. */
export function customerNames(count: number): Omit<LineUser, 'user_id'>[] {
  const seen = new Set<string>()
  return Array.from({ length: count }, (_, index) => {
    let name = customerName(index)
    if (seen.has(name)) name = `${name} ${at(FAMILY, index + 5)}`
    seen.add(name)
    return index % 4 === 1
      ? { display_name: name, status_message: at(CUSTOMER_STATUS, Math.floor(index / 4)) }
      : { display_name: name }
  })
}

export const STAFF_NAMES: readonly Omit<StaffUser, 'user_id'>[] = [
  { display_name: 'นภัสสร วงศ์ไทย', note: 'BUSINESS', status_message: 'ทีมเรายอดเยี่ยม' },
  { display_name: 'ธนวัฒน์ เจริญสุข', note: 'BUSINESS' },
  { display_name: 'กิตติ แสงอรุณ', note: 'ADMIN' },
  { display_name: 'อรทัย บุญส่ง', note: 'ADMIN', status_message: 'กะเช้า 08:00-16:00 น.' },
  { display_name: 'พัชราภา ศรีสุข', note: 'ADMIN' },
  { display_name: 'ณัฐพล มั่นคง', note: 'ADMIN' },
  { display_name: 'สุดารัตน์ พรมดี', note: 'ADMIN' },
  { display_name: 'วีรยุทธ ใหม่ทอง', note: 'PENDING' },
]
