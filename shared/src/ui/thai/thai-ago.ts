import dayjs from 'dayjs'
import relativeTime from 'dayjs/plugin/relativeTime'
import { inBangkok, type Moment, NOTHING } from './thai-time.ts'

// Not in thai-time.ts: importing dayjs's plugin is a side effect, which pages without relative times would pay for.
dayjs.extend(relativeTime)

/** `3 นาทีที่แล้ว`, `2 วันที่แล้ว`: one unit, rounded. */
export function formatThaiAgo(moment: Moment | null | undefined, now: Moment): string {
  return inBangkok(moment)?.from(now) ?? NOTHING
}
