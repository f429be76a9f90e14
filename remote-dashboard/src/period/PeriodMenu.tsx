import IconCalendar from '@tabler/icons-react/dist/esm/icons/IconCalendar.mjs'
import IconChevronDown from '@tabler/icons-react/dist/esm/icons/IconChevronDown.mjs'
import { useState } from 'react'
import { deferred, Menu, useLazyDialog } from 'shared/ui'
import type { HoursDialogProps } from '../opening-hours/HoursDialog.tsx'
import classes from './PeriodMenu.module.css'
import { DAY_CHOICES, type Period, periodTexts } from './period.ts'

const rangeDialog = deferred(
  async () => (await import(/* webpackChunkName: "range" */ './RangeDialog.tsx')).RangeDialog,
)

const hoursDialog = deferred(
  async () => (await import(/* webpackChunkName: "hours" */ '../opening-hours/HoursDialog.tsx')).HoursDialog,
)

export interface PeriodMenuProps {
  period: Period
  isOpenHours: boolean
  onChange: (change: { period?: Period; isOpenHours?: boolean }) => void
  hoursOf?: Omit<HoursDialogProps, 'onClose'>
}

export function PeriodMenu({ period, isOpenHours, onChange, hoursOf }: PeriodMenuProps) {
  const [opened, setOpened] = useState<'range' | 'hours' | null>(null)
  const close = () => setOpened(null)
  const RangeDialog = useLazyDialog(rangeDialog, opened === 'range', close)
  const HoursDialog = useLazyDialog(hoursDialog, opened === 'hours', close)
  const isRange = 'from' in period
  return (
    <>
      <span className={classes.box} onPointerEnter={rangeDialog.preload}>
        <Menu
          label="ช่วงเวลา"
          className={classes.button}
          items={[
            ...DAY_CHOICES.map((days) => ({
              key: String(days),
              label: periodTexts({ days }),
              choice: { kind: 'radio' as const, isOn: !isRange && period.days === days },
              onSelect: () => onChange({ period: { days } }),
            })),
            {
              key: 'range',
              label: 'เลือกช่วงวันที่...',
              choice: { kind: 'radio', isOn: isRange },
              onSelect: () => setOpened('range'),
            },
            {
              key: 'hours',
              label: 'คิดเวลาเฉพาะเวลาทำการ',
              choice: { kind: 'checkbox', isOn: isOpenHours },
              startsGroup: true,
              onSelect: () => onChange({ isOpenHours: !isOpenHours }),
            },
            ...(hoursOf === undefined
              ? []
              : [
                  {
                    key: 'set-hours',
                    label: 'ตั้งเวลาทำการ...',
                    onSelect: () => setOpened('hours'),
                  },
                ]),
          ]}
        >
          <IconCalendar size={18} aria-hidden />
          <span className={classes.words}>
            {periodTexts(period)}
            {isOpenHours ? ' · เวลาทำการ' : ''}
          </span>
          <IconChevronDown size={18} aria-hidden />
        </Menu>
      </span>
      {RangeDialog !== null ? (
        <RangeDialog
          period={period}
          onClose={close}
          onChoose={(chosen) => {
            close()
            onChange({ period: chosen })
          }}
        />
      ) : null}
      {HoursDialog !== null && hoursOf !== undefined ? <HoursDialog {...hoursOf} onClose={close} /> : null}
    </>
  )
}
