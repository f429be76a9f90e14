import { serverNow } from 'shared/session'
import '@mantine/dates/styles.layer.css'
import { DatePicker } from '@mantine/dates'
import { useState } from 'react'
import { Button, Dialog, dayKey } from 'shared/ui'
import { daysTexts } from '../day-texts.ts'
import { daysOf, lengthOf, MAX_PERIOD_DAYS, type Period } from './period.ts'
import classes from './RangeDialog.module.css'

export interface RangeDialogProps {
  period: Period
  onClose: () => void
  onChoose: (period: Period) => void
}

export function RangeDialog({ period, onClose, onChoose }: RangeDialogProps) {
  const today = dayKey(serverNow())
  const shown = daysOf(period, today)
  const [[from, to], setRange] = useState<[string | null, string | null]>([shown.from, shown.to])
  const isTooLong = from !== null && to !== null && lengthOf(from, to) > MAX_PERIOD_DAYS
  return (
    <Dialog
      open
      onClose={onClose}
      title="เลือกช่วงวันที่"
      placement="sheet"
      footer={
        <>
          <Button variant="outline" onClick={onClose}>
            ยกเลิก
          </Button>
          <Button
            disabled={from === null || to === null || isTooLong}
            onClick={() => {
              if (from !== null && to !== null) onChoose({ from, to })
            }}
          >
            ดูช่วงนี้
          </Button>
        </>
      }
    >
      <div className={classes.content}>
        <DatePicker
          type="range"
          value={[from, to]}
          onChange={setRange}
          defaultDate={to ?? today}
          maxDate={today}
          allowSingleDateInRange
          hideOutsideDates
          classNames={{ day: classes.day ?? '' }}
          locale="th"
          firstDayOfWeek={1}
          yearLabelFormat="BBBB"
          monthLabelFormat="MMMM BBBB"
          yearsListFormat="BBBB"
          decadeLabelFormat="BBBB"
          maxLevel="year"
          size="md"
          ariaLabels={{
            previousMonth: 'เดือนก่อน',
            nextMonth: 'เดือนถัดไป',
            previousYear: 'ปีก่อน',
            nextYear: 'ปีถัดไป',
          }}
          getDayProps={(day) => ({ 'aria-label': daysTexts(day, day) })}
        />
        <p className={classes.words} role="status">
          {from === null
            ? 'เลือกวันแรก'
            : to === null
              ? `ตั้งแต่ ${daysTexts(from, from)} เลือกวันสุดท้าย`
              : isTooLong
                ? `เลือกได้ไม่เกิน ${MAX_PERIOD_DAYS} วัน`
                : `${daysTexts(from, to)} (${lengthOf(from, to)} วัน)`}
        </p>
      </div>
    </Dialog>
  )
}
