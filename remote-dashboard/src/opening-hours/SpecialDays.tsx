import { type FormEvent, useState } from 'react'
import { errorText } from 'shared/api'
import type { OpeningHours, SpecialDay } from 'shared/contract/dashboard/opening-hours.call.ts'
import { Button, Checkbox, ConfirmDialog, dayKey, TextField, useNow } from 'shared/ui'
import { daysTexts } from '../day-texts.ts'
import classes from './HoursDialog.module.css'
import { useSetSpecialDays } from './hours.queries.ts'
import { type SpecialDraft, specialDayOf, specialTexts } from './hours-draft.ts'

const EMPTY: SpecialDraft = { day: '', name: '', isClosed: true, opens: '', closes: '' }

export function SpecialDays({ hours: { channel_key: key, special_days: days } }: { hours: OpeningHours }) {
  const today = dayKey(useNow())
  const [draft, setDraft] = useState(EMPTY)
  const [problem, setProblem] = useState<string | null>(null)
  const [confirming, setConfirming] = useState<{ day: string; days: SpecialDay[]; isAdded: boolean } | null>(
    null,
  )
  const { mutate, isPending, error } = useSetSpecialDays(key)
  const save = (special_days: SpecialDay[], isAdded: boolean, changesPast: boolean) => {
    setConfirming(null)
    mutate(
      { special_days, ...(changesPast ? { changes_past: true } : {}) },
      { onSuccess: () => isAdded && setDraft(EMPTY) },
    )
  }
  const change = (day: string, changed: SpecialDay[], isAdded: boolean) =>
    day < today ? setConfirming({ day, days: changed, isAdded }) : save(changed, isAdded, false)
  const add = (event: FormEvent) => {
    event.preventDefault()
    if (isPending) return
    const read = specialDayOf(draft, days)
    setProblem('problem' in read ? read.problem : null)
    if ('special' in read) change(draft.day, [...days, read.special], true)
  }
  const shownProblem = problem ?? (error === null ? null : errorText(error))
  return (
    <form className={classes.form} onSubmit={add} noValidate aria-labelledby="special-days">
      <h3 id="special-days" className={classes.title}>
        วันหยุดและวันเวลาพิเศษ
      </h3>
      {days.length === 0 ? <p className={classes.words}>ยังไม่มีวันหยุดหรือวันเวลาพิเศษ</p> : null}
      <ul className={classes.days}>
        {days.toReversed().map((special) => (
          <li key={special.day} className={classes.day}>
            <span className={classes.words}>
              <strong>{daysTexts(special.day, special.day)}</strong> {special.name}
              <br />
              <span className={classes.range}>{specialTexts(special)}</span>
            </span>
            <Button
              size="sm"
              variant="subtle"
              className={classes.remove}
              disabled={isPending}
              aria-label={`ลบ ${special.name} ${daysTexts(special.day, special.day)}`}
              onClick={() =>
                change(
                  special.day,
                  days.filter(({ day }) => day !== special.day),
                  false,
                )
              }
            >
              ลบ
            </Button>
          </li>
        ))}
      </ul>
      <TextField
        type="date"
        label="วันที่พิเศษ"
        value={draft.day}
        onChange={(event) => setDraft({ ...draft, day: event.currentTarget.value })}
      />
      <TextField
        label="ชื่อวัน"
        placeholder="เช่น วันสงกรานต์"
        maxLength={100}
        value={draft.name}
        onChange={(event) => setDraft({ ...draft, name: event.currentTarget.value })}
      />
      <Checkbox
        label="ปิดทั้งวัน"
        checked={draft.isClosed}
        onChange={(isClosed) => setDraft({ ...draft, isClosed })}
      />
      {draft.isClosed ? null : (
        <span className={classes.times}>
          <TextField
            label="เปิดเวลา"
            placeholder="09:00"
            inputMode="numeric"
            maxLength={5}
            value={draft.opens}
            onChange={(event) => setDraft({ ...draft, opens: event.currentTarget.value })}
          />
          <TextField
            label="ปิดเวลา"
            placeholder="12:00"
            inputMode="numeric"
            maxLength={5}
            value={draft.closes}
            onChange={(event) => setDraft({ ...draft, closes: event.currentTarget.value })}
          />
        </span>
      )}
      {shownProblem === null ? null : (
        <p className={classes.failed} role="alert">
          {shownProblem}
        </p>
      )}
      <div className={classes.buttons}>
        <Button type="submit" variant="outline" loading={isPending}>
          เพิ่มวัน
        </Button>
      </div>
      <ConfirmDialog
        open={confirming !== null}
        danger
        title="เปลี่ยนวันที่ผ่านมาแล้ว?"
        confirmLabel="บันทึกย้อนหลัง"
        onCancel={() => setConfirming(null)}
        onConfirm={() => confirming && save(confirming.days, confirming.isAdded, true)}
      >
        ตัวเลขในเวลาทำการของ {confirming && daysTexts(confirming.day, confirming.day)} จะถูกคิดใหม่
      </ConfirmDialog>
    </form>
  )
}
