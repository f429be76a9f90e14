import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { type DashboardCalls, dashboardCalls } from 'shared/api'
import { ALL_CHANNELS, MAX_ORDERED_TICKETS } from 'shared/contract/constants.ts'
import { customerLabels } from 'shared/contract/customers/customer-label.ts'
import { staffLabel } from 'shared/contract/staff/staff-label.ts'
import { serverTimeOf } from 'shared/session'
import { dayKey, formatDuration } from 'shared/ui'
import { TICKETS_TITLES, type TicketsOfMetric } from '../address/dashboard-address.ts'
import { metricsFamilyKey, ticketsFamilyKey } from '../dashboard-query-keys.ts'
import { formatAverage, formatCount, wholeSeconds } from '../metrics/format-metric.ts'
import { type MetricFilter, queryOf } from '../metrics/metric-filter.ts'
import { isOfMessages, TICKETS_TIMES } from '../metrics/metric-texts.ts'
import type { Snapshot } from '../metrics/metrics-read-time.ts'
import { daysOf, periodTexts } from '../period/period.ts'
import { countHourStarts, hourTexts } from '../weekday-hours.ts'
import { TicketRow } from './TicketRow.tsx'
import { TicketsDialog } from './TicketsDialog.tsx'
import { TicketsOrders } from './TicketsOrders.tsx'

const PAGE_SIZE = 20

export interface MetricTicketsDialogProps {
  tickets: TicketsOfMetric
  filter: MetricFilter
  shown: Snapshot | null
  isOwn?: boolean | undefined
  onOrder: (tickets: TicketsOfMetric) => void
  onClose: () => void
}

/** The total must equal the clicked metric, so the list uses that metric's days, even after midnight. */
export function MetricTicketsDialog({
  tickets,
  filter,
  shown,
  isOwn = false,
  onOrder,
  onClose,
}: MetricTicketsDialogProps) {
  const { agent, day, metric, order = usualOrder(metric), ...parts } = tickets
  const { category, weekday, hour } = parts
  // True when a click opened the list, and false when a link did.
  const [isPressed] = useState(shown !== null)
  const shownDays = isPressed && shown !== null ? { from: shown.from, to: shown.to } : filter.period
  const period = day === undefined ? shownDays : { from: day, to: day }
  const query = queryOf({ ...filter, period })
  const request = {
    ...query,
    ...parts,
    metric,
    ...(order === 'longest' && metric in TICKETS_TIMES ? { order } : {}),
    ...(agent === undefined ? {} : { agent_line_user_id: agent }),
  }
  const list = useInfiniteQuery({
    queryKey: [...ticketsFamilyKey, { isOwn, ...request }] as const,
    queryFn: async ({ pageParam, signal, client }) => {
      const { fetchMetricTickets, fetchOwnMetricTickets } = await dashboardCalls()
      const page = {
        limit: PAGE_SIZE,
        ...(request.order && { order: request.order }),
        ...(pageParam === null ? {} : { cursor: pageParam }),
      }
      const fetchPage = () => {
        if (isOwn && metric !== 'incoming')
          return fetchOwnMetricTickets({ ...query, metric, ...page }, signal)
        if (metric !== 'handling') return fetchMetricTickets({ ...request, metric, ...page }, signal)
        throw new Error('the team has no such list')
      }
      const response = await fetchPage()
      if (pageParam === null) void client.invalidateQueries({ queryKey: metricsFamilyKey })
      return response
    },
    placeholderData: keepPreviousData,
    initialPageParam: null as string | null,
    getNextPageParam: ({ cursor }) => cursor,
    // Does not refetch on focus, because a refetch would load every page again.
    refetchOnWindowFocus: false,
  })
  const items = list.data?.pages.flatMap((page) => page.items)
  const nameOf = customerLabels(items ?? [])
  const [first] = list.data?.pages ?? []
  const name = items?.find((item) => agent !== undefined && item.agent?.line_user_id === agent)?.agent
  const weekHour = weekday !== undefined && hour !== undefined ? { weekday, hour } : undefined
  const whose =
    weekHour === undefined
      ? (category ?? (name ? staffLabel(name) : undefined))
      : hourTexts(weekHour.weekday, weekHour.hour)
  // Uses the reference time of the heat map, so that the list shows the same average as the heat map.
  const readAt = useMemo(() => serverTimeOf(list.dataUpdatedAt), [list.dataUpdatedAt])
  const at = shown === null ? readAt : Date.parse(shown.at)
  const times = weekHour && countHourStarts(daysOf(period, dayKey(at)), at)(weekHour)
  return (
    <TicketsDialog
      title={whose === undefined ? TICKETS_TITLES[metric] : `${TICKETS_TITLES[metric]} · ${whose}`}
      summary={
        first === undefined
          ? undefined
          : summaryOf(first, times, metric, day === undefined ? filter : { ...filter, period })
      }
      orders={
        metric in TICKETS_TIMES && first?.order !== undefined ? (
          <TicketsOrders order={order} onOrder={(to) => onOrder({ ...tickets, order: to })} />
        ) : null
      }
      list={list}
      rows={
        items?.map((item) => (
          <TicketRow
            key={`${item.ticket_id} ${item.agent?.id} ${item.at}`}
            item={item}
            metric={metric}
            customerName={nameOf(item)}
            withAgent={agent === undefined && !isOwn}
          />
        )) ?? null
      }
      empty="ไม่มีเคสในช่วงนี้"
      onClose={onClose}
    />
  )
}

const usualOrder = (metric: TicketsOfMetric['metric']) =>
  metric === 'first_response' || metric === 'handling' ? 'longest' : 'latest'

/** `times`: how often this hour of the week occurred in the period; only for `incoming`. */
function summaryOf(
  first: Awaited<ReturnType<DashboardCalls['fetchMetricTickets']>>,
  times: number | undefined,
  metric: TicketsOfMetric['metric'],
  { channel, period, isOpenHours }: MetricFilter,
): string {
  const { items, total, is_cut: isCut, avg_secs: average, median_secs: median, p90_secs: p90 } = first
  const channelName = channel === ALL_CHANNELS ? undefined : items[0]?.channel.name
  return [
    `${formatCount(total)} ${isOfMessages(metric) ? 'ข้อความ' : 'เคส'}`,
    ...(average === null ? [] : [`เฉลี่ย ${formatDuration(average)}`]),
    ...(median === null ? [] : [`มัธยฐาน ${formatDuration(wholeSeconds(median))}`]),
    ...(p90 === null ? [] : [`P90 ${formatDuration(wholeSeconds(p90))}`]),
    ...(times === undefined ? [] : [`เฉลี่ย ${formatAverage(total, times)} ต่อชั่วโมง`]),
    // The handling time does not depend on the period.
    metric === 'handling' ? 'ที่ปิดล่าสุด ไม่ขึ้นกับช่วงเวลา' : periodTexts(period),
    ...(channelName === undefined ? [] : [channelName]),
    ...(isOpenHours ? ['เฉพาะเวลาทำการ'] : []),
    ...(isCut ? [`เรียงจาก ${formatCount(MAX_ORDERED_TICKETS)} เคสล่าสุด`] : []),
  ].join(' · ')
}
