import { dayKey, formatThaiDateTime, useNow } from 'shared/ui'
import { daysWords } from '../days.ts'
import { daysOf, type Period, periodWords } from '../period/period.ts'
import classes from './PrintHead.module.css'

export interface PrintHeadProps {
  title: string
  /** An official account's name, or a person's. */
  of: string
  /** Absent: it is of no days. */
  period?: Period | undefined
  isOpenHours: boolean
}

/** On paper the controls are not there: what they say stands here, with the days and when it was printed. */
export function PrintHead({ title, of, period, isOpenHours }: PrintHeadProps) {
  const now = useNow()
  const days = period === undefined ? null : daysOf(period, dayKey(now))
  return (
    <p className={classes.printHead} aria-hidden="true" data-print-head="">
      <strong>{title}</strong> · {of}
      {period !== undefined && 'days' in period ? ` · ${periodWords(period)}` : ''}
      {days === null ? '' : ` · ${daysWords(days.from, days.to)}`}
      {isOpenHours ? ' · เฉพาะเวลาทำการ' : ''} · พิมพ์เมื่อ {formatThaiDateTime(now)}
    </p>
  )
}
