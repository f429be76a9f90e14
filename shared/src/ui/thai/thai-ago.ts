import dayjs from 'dayjs'
import relativeTime from 'dayjs/plugin/relativeTime'
import { inBangkok, type Moment, NOTHING } from './thai-time.ts'

// In a file of its own: not every page tells how long ago something was.
dayjs.extend(relativeTime)

/** `3 นาทีที่แล้ว`, `2 วันที่แล้ว`: one unit, rounded. */
export function formatThaiAgo(moment: Moment | null | undefined, now: Moment): string {
  return inBangkok(moment)?.from(now) ?? NOTHING
}
