import { VisuallyHidden } from 'shared/ui'
import type { Overview } from '../figures/dashboard.queries.ts'
import { formatCount } from '../figures/format.ts'
import { WideTable } from '../figures/WideTable.tsx'
import classes from './HeatMap.module.css'
import overview from './Overview.module.css'

/** As people see a week; `weekday` is the server's, 0 is Sunday. */
const WEEK = [
  { weekday: 1, short: 'จ.', name: 'วันจันทร์' },
  { weekday: 2, short: 'อ.', name: 'วันอังคาร' },
  { weekday: 3, short: 'พ.', name: 'วันพุธ' },
  { weekday: 4, short: 'พฤ.', name: 'วันพฤหัสบดี' },
  { weekday: 5, short: 'ศ.', name: 'วันศุกร์' },
  { weekday: 6, short: 'ส.', name: 'วันเสาร์' },
  { weekday: 0, short: 'อา.', name: 'วันอาทิตย์' },
] as const
const HOURS = Array.from({ length: 24 }, (_, hour) => hour)
const twoDigits = (hour: number) => String(hour % 24).padStart(2, '0')
/** How many shades there are beside none. */
const SHADES = 5

/** When customers write: a table of weekdays and hours, shaded. It reads as a table and can be copied as one. */
export function HeatMap({ incoming }: { incoming: Overview['incoming'] }) {
  const counts = new Map(incoming.map(({ weekday, hour, count }) => [weekday * 24 + hour, count]))
  const busiest = incoming.reduce<Overview['incoming'][number] | null>(
    (most, each) => (most === null || each.count > most.count ? each : most),
    null,
  )
  const most = busiest?.count ?? 0
  const busiestDay = WEEK.find(({ weekday }) => weekday === busiest?.weekday)?.name ?? ''
  return (
    <section className={overview.card} aria-labelledby="incoming-hours">
      <header className={overview.head}>
        <div>
          <h2 id="incoming-hours" className={overview.title}>
            ลูกค้าทักเข้ามาช่วงไหน
          </h2>
          <p className={overview.hint}>
            {busiest === null
              ? 'ยังไม่มีข้อความจากลูกค้าในช่วงนี้'
              : `มากที่สุด${busiestDay} ${twoDigits(busiest.hour)}:00–${twoDigits(busiest.hour + 1)}:00 น. ${formatCount(most)} ข้อความ`}
          </p>
        </div>
      </header>
      <WideTable label="ข้อความจากลูกค้าตามวันและชั่วโมง">
        <table className={classes.table}>
          <caption>
            <VisuallyHidden>จำนวนข้อความจากลูกค้า ตามวันในสัปดาห์และชั่วโมง</VisuallyHidden>
          </caption>
          <thead>
            <tr>
              <th scope="col">
                <VisuallyHidden>วัน</VisuallyHidden>
              </th>
              {HOURS.map((hour) => (
                <th key={hour} scope="col" className={classes.hour}>
                  {twoDigits(hour)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {WEEK.map(({ weekday, short, name }) => (
              <tr key={weekday}>
                <th scope="row" className={classes.day}>
                  <abbr title={name}>{short}</abbr>
                </th>
                {HOURS.map((hour) => {
                  const count = counts.get(weekday * 24 + hour) ?? 0
                  return (
                    <td
                      key={hour}
                      className={classes.cell}
                      data-shade={most === 0 ? 0 : Math.ceil((count / most) * SHADES)}
                      title={`${name} ${twoDigits(hour)}:00–${twoDigits(hour + 1)}:00 น. ${formatCount(count)} ข้อความ`}
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
