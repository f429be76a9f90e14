const ZONE = 'Asia/Bangkok'
const time = new Intl.DateTimeFormat('th-TH', { timeZone: ZONE, hour: '2-digit', minute: '2-digit' })
const day = new Intl.DateTimeFormat('th-TH', {
  timeZone: ZONE,
  day: 'numeric',
  month: 'short',
  year: 'numeric',
})
const shortDay = new Intl.DateTimeFormat('th-TH', { timeZone: ZONE, day: 'numeric', month: 'short' })
const key = new Intl.DateTimeFormat('sv-SE', { timeZone: ZONE })

/** `2026-11-21`, the day in Bangkok. */
export function dayKey(at) {
  return key.format(new Date(at))
}

/** `09:07` */
export function clock(at) {
  return time.format(new Date(at))
}

/** `วันนี้ 21 พ.ย. 2569` */
export function dayName(at, now) {
  const name = day.format(new Date(at))
  if (dayKey(at) === dayKey(now)) return `วันนี้ ${name}`
  if (dayKey(at) === dayKey(now - 86_400_000)) return `เมื่อวาน ${name}`
  return name
}

/** The time for today, the date for earlier days. */
export function shortTime(at, now) {
  return dayKey(at) === dayKey(now) ? clock(at) : shortDay.format(new Date(at))
}

const KINDS = {
  image: '[รูปภาพ]',
  video: '[วิดีโอ]',
  audio: '[ข้อความเสียง]',
  file: '[ไฟล์]',
  sticker: '[สติกเกอร์]',
  location: '[ตำแหน่ง]',
}

/** `1.2 MB` */
export function bytes(count = 0) {
  if (count < 1_024) return `${count} ไบต์`
  const [value, unit] = count < 1_048_576 ? [count / 1_024, 'KB'] : [count / 1_048_576, 'MB']
  return `${value < 10 ? value.toFixed(1) : Math.round(value)} ${unit}`
}

/** One line that stands for a message. */
export function snippet(message) {
  if (message.unsent) return 'ยกเลิกข้อความแล้ว'
  return message.text ?? KINDS[message.type] ?? message.message.altText ?? `[${message.type}]`
}
