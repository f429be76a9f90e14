import type { Validity } from 'shared/contract/knowledge/knowledge-entry.ts'
import { dayKey, formatThaiDateTime, formatThaiDay } from 'shared/ui'
import { endOfBangkokDay, startOfBangkokDay } from 'shared/ui/thai/bangkok-time.ts'

export type ValidityState = 'always' | 'valid' | 'not-begun' | 'over'

export function validityState({ valid_from, valid_until }: Validity, now: number): ValidityState {
  if (valid_from === null && valid_until === null) return 'always'
  if (valid_until !== null && Date.parse(valid_until) <= now) return 'over'
  return valid_from !== null && Date.parse(valid_from) > now ? 'not-begun' : 'valid'
}

const isSame = (moment: string, other: string) => Date.parse(moment) === Date.parse(other)
export const isFirstMoment = (moment: string) => isSame(moment, startOfBangkokDay(dayKey(moment)))
export const isLastMoment = (moment: string) => isSame(moment, endOfBangkokDay(dayKey(moment)))

const boundTexts = (moment: string, isOfDay: boolean) =>
  isOfDay ? formatThaiDay(moment, 0) : formatThaiDateTime(moment)

/** Formats a validity period: `ตลอด`, `ตั้งแต่ 1 ธ.ค. 2569`, `ถึง 31 ธ.ค. 2569` or `1 ธ.ค. 2569 – 31 ธ.ค. 2569`. */
export function validityTexts({ valid_from, valid_until }: Validity): string {
  const from = valid_from === null ? null : boundTexts(valid_from, isFirstMoment(valid_from))
  const until = valid_until === null ? null : boundTexts(valid_until, isLastMoment(valid_until))
  if (from === null) return until === null ? 'ตลอด' : `ถึง ${until}`
  if (until === null) return `ตั้งแต่ ${from}`
  return from === until ? from : `${from} – ${until}`
}
