import { CLOSED_SAMPLE } from 'shared/contract/constants.ts'
import { durationParts, formatCount } from '../figures/format.ts'
import overview from '../overview/Overview.module.css'
import classes from './Own.module.css'
import type { OwnFigures } from './own-figures.ts'

/** How long one has a case until one closes it, whatever the days that are looked at. */
export function HandlingCard({ handling: { sample, avg_secs } }: { handling: OwnFigures['handling'] }) {
  return (
    <section className={overview.card} aria-labelledby="handling">
      <header className={overview.head}>
        <h2 id="handling" className={overview.title}>
          เวลาดูแลเฉลี่ย
        </h2>
      </header>
      <p className={classes.figure}>
        {durationParts(avg_secs).map(({ number, unit }) => (
          <span key={unit}>
            {number} <span className={classes.unit}>{unit}</span>{' '}
          </span>
        ))}
      </p>
      <p className={overview.hint}>
        {sample === 0
          ? 'ยังไม่มีเคสที่มาถึงคุณแล้วคุณเป็นคนปิด'
          : `ตั้งแต่เคสมาถึงคุณจนคุณปิด เฉลี่ยจาก ${formatCount(sample)} เคสล่าสุดที่ปิด (สูงสุด ${formatCount(CLOSED_SAMPLE)} เคส) ไม่ขึ้นกับช่วงเวลาที่เลือก`}
      </p>
    </section>
  )
}
