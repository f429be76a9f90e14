import { deferred, useLazyDialog } from 'shared/ui'
import type { MetricTicketsDialogProps } from './MetricTicketsDialog.tsx'

const metricTicketsDialog = deferred(
  async () => (await import(/* webpackChunkName: "cases" */ './MetricTicketsDialog.tsx')).MetricTicketsDialog,
)
export const { preload: preloadTickets, preloadProps: preloadTicketsProps } = metricTicketsDialog

export interface LazyTicketsProps extends Omit<MetricTicketsDialogProps, 'tickets'> {
  tickets: MetricTicketsDialogProps['tickets'] | null
}

export function LazyTickets({ tickets: requestedMetric, ...rest }: LazyTicketsProps) {
  // The team dashboard has no list for the metric `handling`.
  const tickets = requestedMetric?.metric === 'handling' && rest.isOwn !== true ? null : requestedMetric
  const Dialog = useLazyDialog(metricTicketsDialog, tickets !== null, rest.onClose)
  return Dialog !== null && tickets !== null ? (
    <Dialog key={JSON.stringify({ ...tickets, order: undefined })} tickets={tickets} {...rest} />
  ) : null
}
