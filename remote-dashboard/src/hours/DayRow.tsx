import { useId } from 'react'
import { Checkbox, TextField } from 'shared/ui'
import { WEEK } from '../week.ts'
import classes from './HoursWindow.module.css'
import { type DayDraft, problemOf } from './hours-draft.ts'

export interface DayRowProps {
  day: DayDraft
  /** What is wrong with it is said. */
  withProblem: boolean
  onChange: (day: DayDraft) => void
}

/** Whether an account is open on a weekday, and from when until when. */
export function DayRow({ day, withProblem, onChange }: DayRowProps) {
  const id = useId()
  const name = WEEK.find(({ value }) => value === day.weekday)?.name ?? ''
  const problem = withProblem ? problemOf(day) : null
  const time = (which: 'opens' | 'closes', label: string) => (
    <TextField
      type="time"
      className={classes.time}
      aria-label={`${name} ${label}`}
      aria-describedby={problem === null ? undefined : id}
      error={problem !== null}
      value={day[which]}
      onChange={(event) => onChange({ ...day, [which]: event.currentTarget.value })}
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
      {problem === null ? null : (
        <p id={id} className={classes.failed}>
          {problem}
        </p>
      )}
    </li>
  )
}
