import { dayKey, formatThaiDateTime, useNow } from 'shared/ui'
import { daysTexts } from '../day-texts.ts'
import { daysOf, type Period, periodTexts } from '../period/period.ts'
import classes from './PrintHeader.module.css'

export interface PrintHeaderProps {
  title: string
  /** Name of the channel or agent whose metrics are printed. */
  of: string
  period?: Period | undefined
  isOpenHours: boolean
}

export function PrintHeader({ title, of, period, isOpenHours }: PrintHeaderProps) {
  const now = useNow()
  const days = period === undefined ? null : daysOf(period, dayKey(now))
  return (
    <p className={classes.printHeader} aria-hidden="true" data-print-header="">
      <strong>{title}</strong> · {of}
      {period !== undefined && 'days' in period ? ` · ${periodTexts(period)}` : ''}
      {days === null ? '' : ` · ${daysTexts(days.from, days.to)}`}
      {isOpenHours ? ' · เฉพาะเวลาทำการ' : ''} · พิมพ์เมื่อ {formatThaiDateTime(now)}
    </p>
  )
}
