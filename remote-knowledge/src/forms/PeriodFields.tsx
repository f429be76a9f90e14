import { serverNow } from 'shared/session'
import '@mantine/dates/styles.layer.css'
import { DatePickerInput, type DatePickerInputProps } from '@mantine/dates'
import IconCalendar from '@tabler/icons-react/dist/esm/icons/IconCalendar.mjs'
import type { Validity } from 'shared/contract/knowledge/knowledge-entry.ts'
import { dayKey, formatThaiDateTime, formatThaiDay } from 'shared/ui'
import { endOfBangkokDay, startOfBangkokDay } from 'shared/ui/thai/bangkok-time.ts'
import { isFirstMoment, isLastMoment } from '../content/validity.ts'
import classes from './forms.module.css'

export interface PeriodFieldsProps {
  period: Validity
  problem: string | undefined
  isNew?: boolean
  onChange: (period: Validity) => void
}

const THAI_DATE_PROPS: DatePickerInputProps = {
  locale: 'th',
  firstDayOfWeek: 1,
  valueFormat: 'D MMM BBBB',
  yearLabelFormat: 'BBBB',
  monthLabelFormat: 'MMMM BBBB',
  yearsListFormat: 'BBBB',
  decadeLabelFormat: 'BBBB',
  maxLevel: 'year',
  hideOutsideDates: true,
  clearable: true,
  clearButtonProps: { 'aria-label': 'ล้างวันที่' },
  ariaLabels: {
    previousMonth: 'เดือนก่อน',
    nextMonth: 'เดือนถัดไป',
    previousYear: 'ปีก่อน',
    nextYear: 'ปีถัดไป',
  },
  getDayProps: (day) => ({ 'aria-label': formatThaiDay(startOfBangkokDay(day), 0) }),
  leftSection: <IconCalendar size={18} aria-hidden />,
  leftSectionPointerEvents: 'none',
  popoverProps: { shadow: 'md' },
  classNames: {
    input: classes.date ?? '',
    label: classes.label ?? '',
    day: classes.day ?? '',
  },
}

export function PeriodFields({ period, problem, isNew = false, onChange }: PeriodFieldsProps) {
  const { valid_from: from, valid_until: until } = period
  const today = dayKey(serverNow())
  // A new entry must not end in the past. An existing entry may.
  const earliest = !isNew ? '' : until !== null && dayKey(until) < today ? dayKey(until) : today
  return (
    <fieldset className={classes.period}>
      <legend className={classes.label}>ช่วงเวลาที่ใช้ได้ (ไม่บังคับ)</legend>
      <div className={classes.days}>
        <DatePickerInput
          {...THAI_DATE_PROPS}
          label="เริ่มวันที่"
          placeholder="ตั้งแต่ตอนนี้"
          value={from === null ? null : dayKey(from)}
          description={from === null || isFirstMoment(from) ? undefined : formatThaiDateTime(from)}
          onChange={(day) =>
            onChange({ ...period, valid_from: day === null ? null : startOfBangkokDay(day) })
          }
        />
        <DatePickerInput
          {...THAI_DATE_PROPS}
          label="ใช้ได้ถึงวันที่"
          placeholder="ไม่มีกำหนด"
          value={until === null ? null : dayKey(until)}
          description={until === null || isLastMoment(until) ? undefined : formatThaiDateTime(until)}
          minDate={(from !== null && dayKey(from) > earliest ? dayKey(from) : earliest) || undefined}
          onChange={(day) => onChange({ ...period, valid_until: day === null ? null : endOfBangkokDay(day) })}
        />
      </div>
      {problem === undefined ? null : (
        <p className={classes.problem} role="alert">
          {problem}
        </p>
      )}
    </fieldset>
  )
}
