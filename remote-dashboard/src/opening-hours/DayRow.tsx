import { useId } from 'react'
import { Checkbox, TextField } from 'shared/ui'
import { WEEKDAYS } from '../weekday-hours.ts'
import classes from './HoursDialog.module.css'
import { closingWeekday, type DayDraft, formatTime, problemOf } from './hours-draft.ts'

export interface DayRowProps {
  day: DayDraft
  days: readonly DayDraft[]
  withProblem: boolean
  onChange: (day: DayDraft) => void
}

const nameOf = (weekday: number) => WEEKDAYS.find(({ value }) => value === weekday)?.name ?? ''

export function DayRow({ day, days, withProblem, onChange }: DayRowProps) {
  const id = useId()
  const name = nameOf(day.weekday)
  const problem = withProblem ? problemOf(day, days) : null
  const next = closingWeekday(day)
  const time = (which: 'opens' | 'closes', label: string) => (
    <TextField
      className={classes.time}
      aria-label={`${name} ${label}`}
      // A text field, because a browser's time input uses 12 hours in some languages.
      inputMode="numeric"
      placeholder="00:00"
      maxLength={5}
      autoComplete="off"
      // References the error text below the row, because Mantine references only error texts that it renders itself.
      attributes={{
        input: { 'aria-describedby': problem === null && next === null ? undefined : id },
      }}
      error={problem !== null}
      value={day[which]}
      onChange={(event) => onChange({ ...day, [which]: event.currentTarget.value })}
      onBlur={() => onChange({ ...day, [which]: formatTime(day[which]) })}
    />
  )
  return (
    <li>
      <div className={classes.day}>
        <Checkbox label={name} checked={day.isOpen} onChange={(isOpen) => onChange({ ...day, isOpen })} />
        {day.isOpen ? (
          <span className={classes.times}>
            {time('opens', 'เปิด')}
            <span aria-hidden="true">–</span>
            {time('closes', 'ปิด')}
          </span>
        ) : (
          <span className={classes.words}>ปิดทั้งวัน</span>
        )}
      </div>
      {problem === null ? (
        next === null ? null : (
          <p id={id} className={classes.night}>
            ข้ามคืน ปิด{nameOf(next)} {formatTime(day.closes)} น.
          </p>
        )
      ) : (
        <p id={id} className={classes.failed}>
          {problem}
        </p>
      )}
    </li>
  )
}
