import dayjs from 'dayjs'
import relativeTime from 'dayjs/plugin/relativeTime'
import { inBangkok, type Moment, NOTHING } from './thai-time.ts'

// This function is not in thai-time.ts: importing a dayjs plugin is a side effect, which would add its code to pages
// without relative times.
dayjs.extend(relativeTime)

/** Formats a time relative to now in one rounded unit: `3 นาทีที่แล้ว`, `2 วันที่แล้ว`. */
export function formatThaiAgo(moment: Moment | null | undefined, now: Moment): string {
  return inBangkok(moment)?.from(now) ?? NOTHING
}
