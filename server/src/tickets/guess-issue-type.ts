import { ISSUE_TYPES, type IssueType } from 'shared/contract/constants.ts'
import { normalizeForSearch } from 'shared/contract/search-text.ts'

/** A phrase is enough for a guess; a topic word only makes an issue type possible. `comparable` normalizes both. */
const ISSUES: readonly { issue: IssueType; phrases: readonly string[]; topics: readonly string[] }[] = [
  {
    issue: ISSUE_TYPES.withdrawal,
    phrases: ['เบิกเงินไม่ได้', 'เงินถอน', 'withdraw', 'รอยอดถอน', 'ยังไม่ได้เงินถอน'],
    topics: ['ถอน', 'เบิกเงิน', 'เบิกยอด'],
  },
  {
    issue: ISSUE_TYPES.deposit,
    phrases: [
      'ยอดไม่เข้า',
      'ยอดยังไม่เข้า',
      'เงินไม่เข้า',
      'เงินยังไม่เข้า',
      'เครดิตไม่เข้า',
      'เครดิตยังไม่เข้า',
      'เครดิตไม่ขึ้น',
      'เครดิตยังไม่ขึ้น',
      'ยอดไม่ขึ้น',
      'ยอดยังไม่ขึ้น',
      'โอนแล้วไม่เข้า',
      'ไม่ได้เครดิต',
      'deposit',
      'topup',
    ],
    topics: [
      'ฝาก',
      'เติมเงิน',
      'เติมเครดิต',
      'เติมยอด',
      'โอนเงิน',
      'โอนแล้ว',
      'โอนไป',
      'สลิป',
      'พร้อมเพย์',
      'ทรูวอ',
      'qr',
    ],
  },
  {
    issue: ISSUE_TYPES.website,
    phrases: [
      'เข้าไม่ได้',
      'เข้าระบบไม่',
      'เข้าสู่ระบบไม่',
      'เข้าแอปไม่',
      'เข้าแอพไม่',
      'ล็อกอินไม่',
      'ล็อคอินไม่',
      'ล้อกอินไม่',
      'loginไม่',
      'เว็บล่ม',
      'เวปล่ม',
      'เว็บค้าง',
      'เวปค้าง',
      'ลืมรหัส',
      'รหัสผ่านไม่',
      'รหัสไม่ถูก',
      'หน้าจอขาว',
      'หน้าขาว',
      'จอดำ',
      'error404',
      'error500',
      'ลิงก์เสีย',
      'ลิงค์เสีย',
      'ขอลิงก์เข้า',
      'ขอลิงค์เข้า',
      'ทางเข้าใหม่',
      'otpไม่',
      'ไม่ได้รับotp',
    ],
    topics: [
      'เว็บ',
      'เวป',
      'เว็ป',
      'website',
      'ล็อกอิน',
      'ล็อคอิน',
      'เข้าระบบ',
      'เข้าสู่ระบบ',
      'แอป',
      'แอพ',
      'ลิงก์',
      'ลิงค์',
      'รหัสผ่าน',
    ],
  },
  {
    issue: ISSUE_TYPES.slowReply,
    phrases: [
      'ตอบช้า',
      'ไม่ตอบ',
      'ไม่มีคนตอบ',
      'ไม่มีใครตอบ',
      'ไม่เห็นตอบ',
      'ตอบหน่อย',
      'ตอบด้วย',
      'อ่านไม่ตอบ',
      'อ่านแล้วไม่',
      'ทักไปนาน',
      'ทักไปตั้งนาน',
      'ทักมานาน',
      'ทักไปหลาย',
      'รอแอดมิน',
      'รอคำตอบ',
      'แอดมินหาย',
      'แอดมินอยู่ไหม',
      'แอดมินไปไหน',
      'มีใครอยู่ไหม',
      'มีแอดมินไหม',
    ],
    topics: [],
  },
]

/** Words that together with a topic word make a message a complaint. */
const PROBLEM_TEXTS = [
  'ไม่เข้า',
  'ไม่ได้',
  'ไม่สำเร็จ',
  'ไม่ขึ้น',
  'ไม่ผ่าน',
  'ไม่มา',
  'ไม่โอน',
  'ไม่อนุมัติ',
  'ไม่ปรับ',
  'ไม่เจอ',
  'ยังไม่',
  'ช้า',
  'นาน',
  'หาย',
  'ค้าง',
  'ล้มเหลว',
  'ผิด',
  'รอ',
  'ติดปัญหา',
  'มีปัญหา',
  'ขัดข้อง',
  'พัง',
  'ล่ม',
  'เมื่อไหร่',
  'กี่โมง',
  'ตรวจสอบ',
  'เช็ค',
  'fail',
  'error',
]

/** Words of general questions (how, how much), which are not complaints. */
const INQUIRY = [
  'ขั้นต่ำ',
  'เท่าไหร่',
  'เท่าไร',
  'กี่บาท',
  'วิธี',
  'ยังไง',
  'อย่างไร',
  'โปรโมชั่น',
  'โปรฝาก',
  'โบนัส',
  'สมัคร',
]

const PHRASE = 4
const TOPIC = 2
const PROBLEM_TOPIC_BONUS = 2

const TABLE = ISSUES.map(({ issue, phrases, topics }) => ({
  issue,
  phrases: phrases.map(comparable),
  topics: topics.map(comparable),
}))
const PROBLEM_WORDS = PROBLEM_TEXTS.map(comparable)
const INQUIRY_WORDS = INQUIRY.map(comparable)

/** Guesses the issue type of a message. When several types have the same score, the first one in `ISSUES` wins. */
export function guessIssueType(text: string): IssueType {
  const words = comparable(text)
  const hasProblem = PROBLEM_WORDS.some((word) => words.includes(word))
  const isInquiry = INQUIRY_WORDS.some((word) => words.includes(word))
  let best: { issue: IssueType; score: number } = { issue: ISSUE_TYPES.other, score: 0 }
  for (const { issue, phrases, topics } of TABLE) {
    const phrase = phrases.some((each) => words.includes(each)) ? PHRASE : 0
    const isTopic = topics.some((each) => words.includes(each))
    const topic = isTopic && (hasProblem || !isInquiry) ? TOPIC + (hasProblem ? PROBLEM_TOPIC_BONUS : 0) : 0
    const score = phrase + topic
    if (score > best.score) best = { issue, score }
  }
  return best.issue
}

/** Normalizes a text, removes spaces, punctuation and symbols, and shortens repeated characters (มากกกก) to one. */
function comparable(text: string): string {
  return normalizeForSearch(text.slice(0, 2_000).replace(/[\s\p{P}\p{S}\p{Cf}]+/gu, '')).replace(
    /(.)\1{2,}/gu,
    '$1',
  )
}
