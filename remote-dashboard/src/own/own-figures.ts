import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type DashboardCalls, dashboardCalls } from 'shared/api'
import { ownFamilyKey } from '../dashboard-keys.ts'
import { readAt } from '../figures/dashboard.queries.ts'
import { KPIS, type Kpi } from '../figures/figure-words.ts'
import { useCaseEvents } from '../figures/use-case-events.ts'
import { queryOf, type Wanted } from '../figures/wanted.ts'

/** As the dashboard is. */
const REFRESH_MS = 60_000
/** On a busy desk something happens all the time, mostly to cases of others. */
const EVENTS_MS = 2_000

/** What stood before stays until the new figures are there (`isPlaceholderData`); what happens to cases is followed. */
export function useOwnFigures(wanted: Wanted) {
  useCaseEvents(ownFamilyKey, EVENTS_MS)
  return useQuery({
    queryKey: [...ownFamilyKey, queryOf(wanted)] as const,
    queryFn: async ({ signal }) =>
      readAt(await (await dashboardCalls()).fetchOwnFigures(queryOf(wanted), signal)),
    placeholderData: keepPreviousData,
    refetchInterval: REFRESH_MS,
  })
}

export type OwnFigures = Awaited<ReturnType<DashboardCalls['fetchOwnFigures']>>

/** What is counted otherwise of a person than of the team. */
const OWN: Partial<Record<Kpi['name'], Partial<Kpi>>> = {
  handled_count: {
    definition:
      'เคสที่มาถึงคุณเป็นครั้งแรก ทั้งที่รับจากคิวและที่เพื่อนร่วมงานโอนหรือมอบให้ นับเคสละหนึ่งครั้งในวันนั้น ไม่เกี่ยวกับว่าตอนนี้ใครกำลังดูแลอยู่',
    cases: 'held',
  },
  closed_count: { definition: 'เคสที่คุณเป็นคนปิด นับในวันที่ปิด เคสที่ปิดโดยไม่มีใครตอบลูกค้าเลยบอกแยกไว้' },
  avg_pickup_secs: { definition: 'เวลาตั้งแต่เปิดเคสจนคุณรับเป็นคนแรก เฉลี่ยจากเคสที่คุณรับเป็นคนแรกในช่วงนี้' },
  avg_first_response_secs: {
    definition:
      'เวลาตั้งแต่เปิดเคสจนคุณกดส่งคำตอบแรกที่ LINE รับไว้ นับเฉพาะเคสที่คุณเป็นคนตอบคนแรก ไม่นับข้อความอัตโนมัติ โน้ตภายใน และข้อความปิดเคส',
  },
  avg_resolution_secs: { definition: 'เวลาตั้งแต่เปิดเคสจนคุณปิดเคส เฉลี่ยจากเคสที่คุณปิดในช่วงนี้' },
}

export const OWN_KPIS: readonly Kpi[] = KPIS.map((kpi) => ({ ...kpi, ...OWN[kpi.name] }))
