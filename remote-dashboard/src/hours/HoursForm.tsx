import { type FormEvent, type RefObject, useLayoutEffect, useState } from 'react'
import { errorText } from 'shared/api'
import type { OpeningHours } from 'shared/contract/dashboard/opening-hours.call.ts'
import { Button, Checkbox, showToast } from 'shared/ui'
import { DayRow } from './DayRow.tsx'
import classes from './HoursWindow.module.css'
import { useSetOpeningHours } from './hours.queries.ts'
import { type DayDraft, draftOf, openDaysOf } from './hours-draft.ts'

export interface HoursFormProps {
  hours: OpeningHours
  /** Tells whether something is written that is not saved. */
  isEdited: RefObject<boolean>
  onClose: () => void
}

/** The week of one account. What is wrong is said once saving was tried, until it is right. */
export function HoursForm({ hours, isEdited, onClose }: HoursFormProps) {
  const [draft, setDraft] = useState(() => draftOf(hours.days))
  const [isTried, setTried] = useState(false)
  const { mutate, isPending, error } = useSetOpeningHours(hours.channel_key)
  const written = openDaysOf(draft)
  useLayoutEffect(() => {
    isEdited.current = JSON.stringify(written) !== JSON.stringify(openDaysOf(draftOf(hours.days)))
    return () => {
      isEdited.current = false
    }
  })
  const change = (changed: DayDraft) =>
    setDraft({
      ...draft,
      days: draft.days.map((day) => (day.weekday === changed.weekday ? changed : day)),
    })
  const save = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if ('days' in written && !isPending)
      mutate(written.days, {
        onSuccess: () => showToast({ tone: 'success', text: 'บันทึกเวลาทำการแล้ว' }),
      })
  }
  const problem = isTried && 'problem' in written ? written.problem : error === null ? null : errorText(error)
  return (
    <form className={classes.form} onSubmit={save} noValidate>
      <Checkbox
        label="เปิดตลอดเวลา"
        checked={draft.isAlways}
        onChange={(isAlways) => setDraft({ ...draft, isAlways })}
      />
      {draft.isAlways ? (
        <p className={classes.words}>เวลาของเคสนับทุกชั่วโมงของทุกวัน</p>
      ) : (
        <>
          <p className={classes.words}>
            เวลาไทยแบบ 24 ชั่วโมง เปิดถึงเที่ยงคืนใส่เวลาปิดเป็น 00:00 เปิดข้ามคืนใส่เวลาที่ปิดในเช้าวันถัดไป
          </p>
          <ul className={classes.days}>
            {draft.days.map((day) => (
              <DayRow key={day.weekday} day={day} days={draft.days} withProblem={isTried} onChange={change} />
            ))}
          </ul>
        </>
      )}
      {hours.is_recounting ? (
        <p className={classes.words} role="status">
          กำลังคิดเวลาของเคสที่ผ่านมาใหม่ตามเวลาทำการนี้ ตัวเลขจะทยอยเปลี่ยนจนครบ
        </p>
      ) : null}
      {problem === null ? null : (
        <p className={classes.failed} role="alert">
          {problem}
        </p>
      )}
      <div className={classes.buttons}>
        <Button variant="outline" onClick={onClose}>
          ปิดหน้าต่าง
        </Button>
        <Button type="submit" loading={isPending}>
          บันทึก
        </Button>
      </div>
    </form>
  )
}
