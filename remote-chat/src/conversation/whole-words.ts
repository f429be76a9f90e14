/**
 * Words of every day at this desk that browsers' Thai dictionaries do not know: they would be broken in the middle
 * (`แอดมิ|นบัน|ทึก`, `แช|ทกับ`).
 */
const WORDS = [
  'แอดมิน',
  'แชท',
  'โปรโมชั่น',
  'โปรโมชัน',
  'สติกเกอร์',
  'แดชบอร์ด',
  'อัปโหลด',
  'คอมเมนต์',
  'แคชแบ็ก',
  'ฟรีสปิน',
  'เทิร์น',
  'เช็ก',
  'วอลเล็ต',
  'สกรีนช็อต',
]
const PATTERN = new RegExp(`(${WORDS.join('|')})(?![\\u0e31\\u0e34-\\u0e3a\\u0e47-\\u0e4e])`, 'u')

/** Text in pieces; every second one, from index 1 on, is a word that must not be broken. */
export function splitWholeWords(text: string): string[] {
  return text.split(PATTERN)
}
