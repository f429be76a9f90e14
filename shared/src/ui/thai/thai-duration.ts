const MINUTE = 60
const HOUR = 3_600
const DAY = 86_400

/** A length of time in words, its two greatest units: `38 วิ`, `14 นาที 20 วิ`, `2 ชม. 5 นาที`, `3 วัน 4 ชม.`; null is `–`. */
export function formatDuration(seconds: number | null | undefined): string {
  if (seconds == null || !Number.isFinite(seconds)) return '–'
  const all = Math.max(0, Math.round(seconds))
  const units: [number, string][] = [
    [Math.floor(all / DAY), 'วัน'],
    [Math.floor((all % DAY) / HOUR), 'ชม.'],
    [Math.floor((all % HOUR) / MINUTE), 'นาที'],
    [all % MINUTE, 'วิ'],
  ]
  const first = units.findIndex(([count]) => count > 0)
  if (first === -1) return '0 วิ'
  return units
    .slice(first, first + 2)
    .filter(([count]) => count > 0)
    .map(([count, unit]) => `${count} ${unit}`)
    .join(' ')
}

const two = (value: number) => String(value).padStart(2, '0')

/** A running clock: `mm:ss` under an hour, then `h:mm:ss`. Whole seconds, never below zero. */
export function formatClock(seconds: number): string {
  const all = Math.max(0, Math.floor(seconds))
  const clock = `${two(Math.floor((all % HOUR) / MINUTE))}:${two(all % MINUTE)}`
  return all < HOUR ? clock : `${Math.floor(all / HOUR)}:${clock}`
}
