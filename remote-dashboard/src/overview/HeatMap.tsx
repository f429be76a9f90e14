import { useState } from 'react'
import { VisuallyHidden } from 'shared/ui'
import type { TicketsOfMetric } from '../address/dashboard-address.ts'
import { SaveCsvButton } from '../csv/SaveCsvButton.tsx'
import { preloadTickets } from '../metric-tickets/LazyTickets.tsx'
import type { Overview } from '../metrics/dashboard.queries.ts'
import { formatAverage, formatCount } from '../metrics/format-metric.ts'
import type { MetricFilter } from '../metrics/metric-filter.ts'
import { ScrollableTable } from '../metrics/ScrollableTable.tsx'
import { useIsNarrow } from '../use-breakpoints.ts'
import { countHourStarts, HOURS, hourTexts, WEEKDAYS } from '../weekday-hours.ts'
import { focusByArrows } from './focus-by-arrows.ts'
import classes from './HeatMap.module.css'
import overview from './Overview.module.css'

const SHADE_COUNT = 5

export interface HeatMapProps {
  overview: Pick<Overview, 'from' | 'to' | 'at' | 'incoming'>
  filter: MetricFilter
  onTickets: (tickets: TicketsOfMetric) => void
}

/** Shows the average of each hour of the week. The divisor is how often the hour has started in the period. */
export function HeatMap({ overview: { from, to, at, incoming }, filter, onTickets }: HeatMapProps) {
  const isNarrow = useIsNarrow()
  const [rows, columns] = isNarrow ? [HOURS, WEEKDAYS] : [WEEKDAYS, HOURS]
  const counts = new Map(incoming.map(({ weekday, hour, count }) => [weekday * 24 + hour, count]))
  const timesOf = countHourStarts({ from, to }, Date.parse(at))
  // The divisor is at least 1: an hour with messages has started, even if this device's clock is behind.
  const averageOf = (of: Overview['incoming'][number]) => of.count / Math.max(1, timesOf(of))
  const [busiestHour] = incoming.toSorted((a, b) => averageOf(b) - averageOf(a))
  const most = busiestHour === undefined ? 0 : averageOf(busiestHour)
  const [focused, setFocused] = useState(-1)
  const busiestCell = busiestHour === undefined ? -1 : busiestHour.weekday * 24 + busiestHour.hour
  /** Roving tabindex: Tab reaches only this cell. */
  const stop = counts.has(focused) ? focused : busiestCell
  return (
    <section className={overview.card} aria-labelledby="incoming-hours">
      <header className={overview.head}>
        <div className={overview.titles}>
          <h2 id="incoming-hours" className={overview.title}>
            ลูกค้าทักเข้ามาช่วงไหน
          </h2>
          <p className={overview.hint}>
            {busiestHour === undefined
              ? 'ยังไม่มีข้อความจากลูกค้าในช่วงนี้'
              : `ข้อความเฉลี่ยต่อชั่วโมง มากที่สุด${hourTexts(busiestHour.weekday, busiestHour.hour)} ${formatAverage(most, 1)} ข้อความ`}
          </p>
        </div>
        <SaveCsvButton
          of="ตามวันและชั่วโมง"
          disabled={incoming.length === 0}
          file={async () => (await import('../csv/overview-csv.ts')).hoursCsv(incoming, filter)}
        />
      </header>
      <ScrollableTable label="ข้อความจากลูกค้าตามวันและชั่วโมง">
        <table className={classes.table} data-hours={isNarrow ? 'rows' : 'columns'}>
          <caption>
            <VisuallyHidden>ข้อความจากลูกค้าเฉลี่ยต่อชั่วโมง ตามวันในสัปดาห์และชั่วโมง</VisuallyHidden>
          </caption>
          <thead>
            <tr>
              <td />
              {columns.map(({ value, short, name }) => (
                <th key={value} scope="col">
                  <abbr title={name}>{short}</abbr>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row.value}>
                <th scope="row">
                  <abbr title={row.name}>{row.short}</abbr>
                </th>
                {columns.map((column) => {
                  const [{ value: weekday }, { value: hour }] = isNarrow ? [column, row] : [row, column]
                  const cell = weekday * 24 + hour
                  const count = counts.get(cell) ?? 0
                  const times = timesOf({ weekday, hour })
                  const average = formatAverage(count, times)
                  const isFuture = times === 0 && count === 0
                  const words = `${hourTexts(weekday, hour)} ${isFuture ? 'ยังไม่มีในช่วงที่เลือก' : `เฉลี่ย ${average} รวม ${formatCount(count)} ข้อความ`}`
                  return (
                    <td
                      key={column.value}
                      className={classes.cell}
                      data-shade={
                        isFuture ? 'none' : Math.ceil((count / Math.max(1, times) / most) * SHADE_COUNT) || 0
                      }
                      title={words}
                    >
                      {count === 0 ? (
                        isFuture ? (
                          '–'
                        ) : (
                          0
                        )
                      ) : (
                        <button
                          type="button"
                          className={classes.open}
                          aria-label={`${words} ดูเคส`}
                          onPointerEnter={preloadTickets}
                          onClick={() => onTickets({ metric: 'incoming', weekday, hour })}
                          tabIndex={cell === stop ? 0 : -1}
                          onFocus={() => {
                            setFocused(cell)
                            preloadTickets()
                          }}
                          onKeyDown={focusByArrows}
                        >
                          {average}
                        </button>
                      )}
                    </td>
                  )
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollableTable>
    </section>
  )
}
