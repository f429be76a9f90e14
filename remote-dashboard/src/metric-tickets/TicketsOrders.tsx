import type { TicketsOrder } from 'shared/contract/dashboard/list-metric-tickets.call.ts'
import { Button } from 'shared/ui'
import classes from './TicketsDialog.module.css'

const ORDERS: readonly [TicketsOrder, string][] = [
  ['longest', 'นานที่สุดก่อน'],
  ['latest', 'ใหม่สุดก่อน'],
]

export interface TicketsOrdersProps {
  order: TicketsOrder
  onOrder: (order: TicketsOrder) => void
}

export const TicketsOrders = ({ order, onOrder }: TicketsOrdersProps) => (
  <fieldset className={classes.orders} aria-label="เรียงลำดับ">
    {ORDERS.map(([each, label]) => (
      <Button
        key={each}
        size="sm"
        variant={each === order ? 'tint' : 'subtle'}
        aria-pressed={each === order}
        onClick={() => onOrder(each)}
      >
        {label}
      </Button>
    ))}
  </fieldset>
)
