import IconCalendar from '@tabler/icons-react/dist/esm/icons/IconCalendar.mjs'
import IconChevronDown from '@tabler/icons-react/dist/esm/icons/IconChevronDown.mjs'
import { useState } from 'react'
import { deferred, Menu, useLazyDialog } from 'shared/ui'
import type { HoursWindowProps } from '../hours/HoursWindow.tsx'
import classes from './PeriodMenu.module.css'
import { DAY_CHOICES, type Period, periodWords } from './period.ts'

/** Calendar dialog; its chunk contains @mantine/dates. */
const rangeWindow = deferred(
  async () => (await import(/* webpackChunkName: "range" */ './RangeWindow.tsx')).RangeWindow,
)

const hoursWindow = deferred(
  async () => (await import(/* webpackChunkName: "hours" */ '../hours/HoursWindow.tsx')).HoursWindow,
)

export interface PeriodMenuProps {
  period: Period
  isOpenHours: boolean
  onChange: (change: { period?: Period; isOpenHours?: boolean }) => void
  /** Channels whose opening hours can be edited here. */
  hoursOf?: Omit<HoursWindowProps, 'onClose'>
}

/** Selects the period, and whether durations count only opening hours. */
export function PeriodMenu({ period, isOpenHours, onChange, hoursOf }: PeriodMenuProps) {
  const [opened, setOpened] = useState<'range' | 'hours' | null>(null)
  const close = () => setOpened(null)
  const RangeWindow = useLazyDialog(rangeWindow, opened === 'range', close)
  const HoursWindow = useLazyDialog(hoursWindow, opened === 'hours', close)
  const isRange = 'from' in period
  return (
    <>
      {/* Loads the calendar's code when the pointer enters the button inside. */}
      <span className={classes.box} onPointerEnter={rangeWindow.preload}>
        <Menu
          label="ช่วงเวลา"
          className={classes.button}
          items={[
            ...DAY_CHOICES.map((days) => ({
              key: String(days),
              label: periodWords({ days }),
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
            {periodWords(period)}
            {isOpenHours ? ' · เวลาทำการ' : ''}
          </span>
          <IconChevronDown size={18} aria-hidden />
        </Menu>
      </span>
      {RangeWindow !== null ? (
        <RangeWindow
          period={period}
          onClose={close}
          onChoose={(chosen) => {
            close()
            onChange({ period: chosen })
          }}
        />
      ) : null}
      {HoursWindow !== null && hoursOf !== undefined ? <HoursWindow {...hoursOf} onClose={close} /> : null}
    </>
  )
}
