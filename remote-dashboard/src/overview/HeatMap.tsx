import { VisuallyHidden } from 'shared/ui'
import type { Overview } from '../figures/dashboard.queries.ts'
import { formatCount } from '../figures/format.ts'
import { WideTable } from '../figures/WideTable.tsx'
import { useIsNarrow } from '../use-layout.ts'
import classes from './HeatMap.module.css'
import overview from './Overview.module.css'

/** A weekday or an hour: `value` is the server's, 0 is Sunday. */
interface Step {
  value: number
  short: string
  name: string
}

/** As people see a week. */
const WEEK: readonly Step[] = [
  { value: 1, short: 'จ.', name: 'วันจันทร์' },
  { value: 2, short: 'อ.', name: 'วันอังคาร' },
  { value: 3, short: 'พ.', name: 'วันพุธ' },
  { value: 4, short: 'พฤ.', name: 'วันพฤหัสบดี' },
  { value: 5, short: 'ศ.', name: 'วันศุกร์' },
  { value: 6, short: 'ส.', name: 'วันเสาร์' },
  { value: 0, short: 'อา.', name: 'วันอาทิตย์' },
]
const twoDigits = (hour: number) => String(hour % 24).padStart(2, '0')
const HOURS: readonly Step[] = Array.from({ length: 24 }, (_, hour) => ({
  value: hour,
  short: twoDigits(hour),
  name: `${twoDigits(hour)}:00–${twoDigits(hour + 1)}:00 น.`,
}))
/** How many shades there are beside none. */
const SHADES = 5

/** When customers write: a table of weekdays and hours, shaded. It reads as a table and can be copied as one; a narrow page has the hours below each other. */
export function HeatMap({ incoming }: { incoming: Overview['incoming'] }) {
  const isNarrow = useIsNarrow()
  const [rows, columns] = isNarrow ? [HOURS, WEEK] : [WEEK, HOURS]
  const counts = new Map(incoming.map(({ weekday, hour, count }) => [weekday * 24 + hour, count]))
  const most = Math.max(0, ...counts.values())
  return (
    <section className={overview.card} aria-labelledby="incoming-hours">
      <header className={overview.head}>
        <div>
          <h2 id="incoming-hours" className={overview.title}>
            ลูกค้าทักเข้ามาช่วงไหน
          </h2>
          <p className={overview.hint}>{busiestWords(incoming)}</p>
        </div>
      </header>
      <WideTable label="ข้อความจากลูกค้าตามวันและชั่วโมง">
        <table className={classes.table} data-hours={isNarrow ? 'rows' : 'columns'}>
          <caption>
            <VisuallyHidden>จำนวนข้อความจากลูกค้า ตามวันในสัปดาห์และชั่วโมง</VisuallyHidden>
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
                  const [day, hour] = isNarrow ? [column, row] : [row, column]
                  const count = counts.get(day.value * 24 + hour.value) ?? 0
                  return (
                    <td
                      key={column.value}
                      className={classes.cell}
                      data-shade={most === 0 ? 0 : Math.ceil((count / most) * SHADES)}
                      title={`${day.name} ${hour.name} ${formatCount(count)} ข้อความ`}
                    >
                      {formatCount(count)}
                    </td>
                  )
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </WideTable>
    </section>
  )
}

function busiestWords(incoming: Overview['incoming']): string {
  const [busiest] = incoming.toSorted((a, b) => b.count - a.count)
  const day = WEEK.find(({ value }) => value === busiest?.weekday)
  const hour = HOURS.find(({ value }) => value === busiest?.hour)
  if (busiest === undefined || day === undefined || hour === undefined) return 'ยังไม่มีข้อความจากลูกค้าในช่วงนี้'
  return `มากที่สุด${day.name} ${hour.name} ${formatCount(busiest.count)} ข้อความ`
}
