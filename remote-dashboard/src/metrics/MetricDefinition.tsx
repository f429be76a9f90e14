import classes from './MetricDefinition.module.css'
import type { Kpi } from './metric-texts.ts'

type Definitions = Partial<Record<Kpi['name'], string>>

/** Definitions of the metrics, as in docs/metrics.md. */
const TEAM_DEFINITIONS: Definitions = {
  handled_count:
    'เคสที่มีคนรับเป็นครั้งแรก ทั้งที่กดรับเองและที่มีคนมอบให้ นับในวันที่รับ และนับเคสละหนึ่งครั้ง แม้ภายหลังจะโอนให้คนอื่น ไม่เกี่ยวกับว่าตอนนี้ใครกำลังดูแลอยู่',
  closed_count: 'เคสที่ปิดแล้ว นับในวันที่ปิด และนับให้คนที่ปิด เคสที่ปิดโดยไม่มีใครตอบลูกค้าเลยบอกแยกไว้',
  avg_pickup_secs: 'เวลาตั้งแต่เปิดเคสจนมีคนรับเป็นครั้งแรก เฉลี่ยจากเคสที่ดูแลในช่วงนี้',
  avg_first_response_secs:
    'เวลาตั้งแต่เปิดเคสจนทีมงานกดส่งคำตอบแรกที่ LINE รับไว้ ไม่นับข้อความอัตโนมัติ โน้ตภายใน และข้อความปิดเคส เคสที่ปิดโดยไม่ได้ตอบนับแยกไว้ ไม่ได้คิดเป็นศูนย์',
  avg_resolution_secs: 'เวลาตั้งแต่เปิดเคสจนปิดเคส เฉลี่ยจากเคสที่ปิดในช่วงนี้',
}

const OWN_DEFINITIONS: Definitions = {
  handled_count:
    'เคสที่มาถึงคุณเป็นครั้งแรก ทั้งที่รับจากคิวและที่เพื่อนร่วมงานโอนหรือมอบให้ นับเคสละหนึ่งครั้งในวันนั้น ไม่เกี่ยวกับว่าตอนนี้ใครกำลังดูแลอยู่',
  closed_count: 'เคสที่คุณเป็นคนปิด นับในวันที่ปิด เคสที่ปิดโดยไม่มีใครตอบลูกค้าเลยบอกแยกไว้',
  avg_pickup_secs: 'เวลาตั้งแต่เปิดเคสจนคุณรับเป็นคนแรก เฉลี่ยจากเคสที่คุณรับเป็นคนแรกในช่วงนี้',
  avg_first_response_secs:
    'เวลาตั้งแต่เปิดเคสจนคุณกดส่งคำตอบแรกที่ LINE รับไว้ นับเฉพาะเคสที่คุณเป็นคนตอบคนแรก ไม่นับข้อความอัตโนมัติ โน้ตภายใน และข้อความปิดเคส',
  avg_resolution_secs: 'เวลาตั้งแต่เปิดเคสจนคุณปิดเคส เฉลี่ยจากเคสที่คุณปิดในช่วงนี้',
}

const COMPARISON_TEXT = 'เทียบกับจำนวนวันเท่ากันก่อนหน้านี้ ถ้าช่วงที่เลือกยังไม่จบวัน จะเทียบถึงเวลาเดียวกันของวันนั้น'

const PERCENTILES_TEXT =
  'มัธยฐานคือค่ากลาง ครึ่งหนึ่งของเคสใช้เวลาไม่เกินนี้ เปอร์เซ็นไทล์ที่ 90 (P90) คือเวลาที่ 9 ใน 10 เคสใช้ไม่เกินนี้ เคสที่นานผิดปกติไม่กี่เคสดึงค่าเฉลี่ยให้สูงขึ้นได้ แต่แทบไม่เปลี่ยนมัธยฐาน ไม่เกิน 100 เคสเป็นค่าตรง มากกว่านั้นคลาดเคลื่อนไม่เกิน 1.6%'

const ANSWERED_TEXT = 'เฉพาะเคสที่ตอบ คือเวลาปิดเคสที่ไม่นับเคสที่ปิดโดยไม่มีใครตอบลูกค้าเลย'

const SPARKLINE_TEXT = 'เส้นเป็นค่าของแต่ละวัน ไม่รวมวันนี้ที่ยังไม่จบ'

export interface MetricDefinitionProps {
  name: Kpi['name']
  isOwn: boolean
}

export function MetricDefinition({ name, isOwn }: MetricDefinitionProps) {
  return (
    <>
      <p className={classes.words}>{(isOwn ? OWN_DEFINITIONS : TEAM_DEFINITIONS)[name]}</p>
      {name.endsWith('secs') ? <p className={classes.words}>{PERCENTILES_TEXT}</p> : null}
      {name === 'avg_resolution_secs' ? <p className={classes.words}>{ANSWERED_TEXT}</p> : null}
      <p className={classes.words}>{COMPARISON_TEXT}</p>
      <p className={classes.words}>{SPARKLINE_TEXT}</p>
    </>
  )
}
