import { readFileSync } from 'node:fs'

export interface QuestionSet {
  corpus: readonly { id: string; text: string }[]
  queries: readonly { text: string; relevant: readonly string[] }[]
}

/** Reads a file `{ corpus: [{ id, text }], queries: [{ text, relevant: [id] }] }`. Throws without corpus or queries. */
export function readQuestionSet(file: string): QuestionSet {
  const read = JSON.parse(readFileSync(file, 'utf8')) as Partial<QuestionSet>
  if (!read.corpus?.length || !read.queries?.length) throw new Error(`${file} has no corpus or no queries`)
  return { corpus: read.corpus, queries: read.queries }
}

const THINGS = [
  'เสื้อยืดคอกลม',
  'กระเป๋าผ้าแคนวาส',
  'รองเท้าผ้าใบ',
  'หม้อทอดไร้น้ำมัน',
  'เครื่องฟอกอากาศ',
  'ครีมกันแดด SPF50',
  'หูฟังบลูทูธ',
  'ที่นอนยางพารา',
  'อาหารแมว',
  'นาฬิกา smart watch',
  'ผ้าม่านกันยูวี',
  'โต๊ะทำงานปรับระดับ',
  'กล้องติดรถยนต์',
]
const SUBJECTS = [
  'การคืนสินค้า',
  'การจัดส่งด่วน',
  'ค่าส่งต่างจังหวัด',
  'การรับประกัน',
  'การผ่อนชำระ',
  'ใบกำกับภาษี',
  'คะแนนสะสม',
  'การเปลี่ยนไซซ์',
  'วิธีทำความสะอาด',
  'การชำระเงินปลายทาง',
  'การยกเลิกคำสั่งซื้อ',
]
const RULES = [
  'ภายในเวลาที่กำหนดโดยไม่มีค่าใช้จ่าย',
  'ต้องแสดงใบเสร็จและบัตรสมาชิก',
  'ติดต่อแชทก่อนทุกครั้ง',
  'ไม่รวมสินค้าลดราคา',
  'พนักงานจะโทรกลับในวันทำการถัดไป',
  'ตรวจสอบสถานะได้จากเลขพัสดุ',
  'ยกเว้นวันหยุดนักขัตฤกษ์',
  'เฉพาะคำสั่งซื้อผ่าน LINE เท่านั้น',
  'เก็บกล่องและป้ายราคาไว้ให้ครบ',
  'โอนคืนเข้าบัญชีเดิมของผู้สั่งซื้อ',
]
const SYLLABLES = [
  'กา',
  'มะ',
  'ริน',
  'สุ',
  'พร',
  'วัฒ',
  'ชัย',
  'นที',
  'ลัด',
  'ดาว',
  'เทพ',
  'ศรี',
  'บัว',
  'ทอง',
  'แก้ว',
  'ไผ่',
  'โชค',
]

export function shopText(number: number): string {
  const productName = `${pick(THINGS, number)} รุ่น${modelName(number)}`
  const subject = pick(SUBJECTS, Math.floor(number / THINGS.length))
  const rules = [3, 5, 7, 11].map((step) => pick(RULES, number * step + Math.floor(number / step)))
  return `คำถาม: ${subject}ของ${productName} ทำอย่างไร\n\nคำตอบ: ${subject}สำหรับ${productName} รหัส ${number} ${rules.join(' ')}`
}

export function modelName(number: number): string {
  let left = number
  let name = ''
  for (let part = 0; part < 4; part += 1) {
    name += pick(SYLLABLES, left)
    left = Math.floor(left / SYLLABLES.length)
  }
  return name
}

function pick(words: readonly string[], index: number): string {
  return words[index % words.length] ?? ''
}
