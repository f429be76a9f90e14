import { useState } from 'react'
import { Button, dayKey } from 'shared/ui'
import type { TicketsOfMetric } from '../address/dashboard-address.ts'
import { SaveCsvButton } from '../csv/SaveCsvButton.tsx'
import { daysTexts } from '../day-texts.ts'
import { AnsweredResolution } from '../metric-tickets/AnsweredResolution.tsx'
import { MetricCell } from '../metric-tickets/MetricCell.tsx'
import type { Overview } from '../metrics/dashboard.queries.ts'
import { MedianAndP90, MedianAndP90Hint, medianAndP90Of } from '../metrics/MedianAndP90.tsx'
import table from '../metrics/MetricTable.module.css'
import type { MetricFilter } from '../metrics/metric-filter.ts'
import { KPIS } from '../metrics/metric-texts.ts'
import { ScrollableTable } from '../metrics/ScrollableTable.tsx'
import { WEEKDAYS } from '../weekday-hours.ts'
import overview from './Overview.module.css'

export interface DaysTableProps {
  overview: Pick<Overview, 'days' | 'at'>
  filter?: MetricFilter
  onTickets: (tickets: TicketsOfMetric) => void
}

export function DaysTable({ overview: { days, at }, filter, onTickets }: DaysTableProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <section className={overview.card} aria-labelledby="metrics-by-day">
      <header className={overview.head} data-alone={!isOpen || undefined}>
        <div className={overview.titles}>
          <h2 id="metrics-by-day" className={overview.title}>
            ตัวเลขรายวัน
          </h2>
          <p className={overview.hint}>ทุกตัวเลขของแต่ละวัน</p>
        </div>
        {filter === undefined ? null : (
          <SaveCsvButton
            of="รายวัน"
            file={async () => (await import('../csv/overview-csv.ts')).daysCsv(days, filter)}
          />
        )}
        <Button size="sm" variant="outline" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {isOpen ? 'ซ่อนตาราง' : 'ดูเป็นตาราง'}
        </Button>
      </header>
      {isOpen ? (
        <ScrollableTable label="ตารางตัวเลขรายวัน">
          <table className={table.table}>
            <thead>
              <tr>
                <th scope="col">วัน</th>
                {KPIS.map(({ name, label, spread }) => (
                  <th key={name} scope="col" className={table.number}>
                    {label}
                    {spread ? <span className={table.unit}> นาที:วินาที</span> : null}
                    {spread ? (
                      <span className={table.unit} aria-hidden="true">
                        มัธยฐาน / P90
                      </span>
                    ) : null}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {days.toReversed().map((day) => (
                <tr key={day.day}>
                  <th scope="row">
                    {WEEKDAYS.find(({ value }) => value === new Date(day.day).getUTCDay())?.short}{' '}
                    {daysTexts(day.day, day.day)}
                    {day.day === dayKey(at) ? <span className={table.unit}>ยังไม่จบวัน</span> : null}
                  </th>
                  {KPIS.map(({ name, label, spread, tickets }) => (
                    <td key={name} className={`${table.number} ${table.pressed}`}>
                      <MetricCell
                        value={day[name]}
                        isDuration={spread !== undefined}
                        label={(shown) => `${label} ${shown} ดูเคสของ ${daysTexts(day.day, day.day)}`}
                        tickets={{ metric: tickets, day: day.day }}
                        onTickets={onTickets}
                      />
                      {spread === undefined ? null : (
                        <span className={table.beside}>
                          <MedianAndP90 {...medianAndP90Of(day, spread)} isShort />
                          {spread === 'resolution' ? (
                            <AnsweredResolution
                              metrics={day}
                              of={{ day: day.day }}
                              isShort
                              onTickets={onTickets}
                            />
                          ) : null}
                        </span>
                      )}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
          <MedianAndP90Hint />
        </ScrollableTable>
      ) : null}
    </section>
  )
}
