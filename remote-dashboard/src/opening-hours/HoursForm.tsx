import { type FormEvent, type RefObject, useLayoutEffect, useState } from 'react'
import { errorText } from 'shared/api'
import type { OpeningHours } from 'shared/contract/dashboard/opening-hours.call.ts'
import { Button, Checkbox, ConfirmDialog, dayKey, showToast, TextField, useNow } from 'shared/ui'
import { daysTexts, isDay } from '../day-texts.ts'
import { DayRow } from './DayRow.tsx'
import classes from './HoursDialog.module.css'
import { useSetOpeningHours } from './hours.queries.ts'
import { type DayDraft, daysValidOn, draftOf, openDaysOf } from './hours-draft.ts'

export interface HoursFormProps {
  hours: OpeningHours
  /** True while the form has unsaved changes; the form sets this. */
  isEdited: RefObject<boolean>
  onClose: () => void
}

export function HoursForm({ hours, isEdited, onClose }: HoursFormProps) {
  const [draft, setDraft] = useState(() => draftOf(hours.days))
  const [isTried, setTried] = useState(false)
  const today = dayKey(useNow())
  const [validFrom, setValidFrom] = useState(today)
  const [isConfirmingPast, setConfirmingPast] = useState(false)
  const { mutate, isPending, error } = useSetOpeningHours(hours.channel_key)
  const written = openDaysOf(draft)
  useLayoutEffect(() => {
    isEdited.current =
      JSON.stringify(written) !== JSON.stringify(openDaysOf(draftOf(daysValidOn(hours, validFrom))))
    return () => {
      isEdited.current = false
    }
  })
  const change = (changed: DayDraft) =>
    setDraft({
      ...draft,
      days: draft.days.map((day) => (day.weekday === changed.weekday ? changed : day)),
    })
  const isPast = validFrom < today
  const put = (changesPast: boolean) => {
    setConfirmingPast(false)
    if ('days' in written && !isPending)
      mutate(
        { days: written.days, valid_from: validFrom, ...(changesPast ? { changes_past: true } : {}) },
        { onSuccess: () => showToast({ tone: 'success', text: 'บันทึกเวลาทำการแล้ว' }) },
      )
  }
  const save = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (!('days' in written) || !isDay(validFrom)) return
    if (isPast) setConfirmingPast(true)
    else put(false)
  }
  const problem =
    isTried && 'problem' in written
      ? written.problem
      : isTried && !isDay(validFrom)
        ? 'เลือกวันที่เริ่มใช้'
        : error === null
          ? null
          : errorText(error)
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
      <TextField
        type="date"
        label="เริ่มใช้ตั้งแต่วันที่"
        value={validFrom}
        onChange={(event) => setValidFrom(event.currentTarget.value)}
      />
      <p className={classes.words}>
        {isPast ? 'วันที่ผ่านมาแล้ว ตัวเลขตั้งแต่วันนั้นจะถูกคิดใหม่' : 'ตัวเลขของวันก่อนหน้านั้นใช้เวลาทำการเดิม'}
      </p>
      {hours.is_recounting ? (
        <p className={classes.words} role="status">
          กำลังคิดเวลาของเคสที่ผ่านมาใหม่ตามเวลาทำการของแต่ละวัน ตัวเลขจะทยอยเปลี่ยนจนครบ
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
      <ConfirmDialog
        open={isConfirmingPast}
        danger
        title="เปลี่ยนเวลาทำการย้อนหลัง?"
        confirmLabel="บันทึกย้อนหลัง"
        onCancel={() => setConfirmingPast(false)}
        onConfirm={() => put(true)}
      >
        ตัวเลขในเวลาทำการตั้งแต่ {isPast ? daysTexts(validFrom, validFrom) : ''} จะถูกคิดใหม่ตามเวลานี้
      </ConfirmDialog>
    </form>
  )
}
