import type { CasesOrder } from 'shared/contract/dashboard/list-figure-cases.call.ts'
import { Button } from 'shared/ui'
import classes from './CasesWindow.module.css'

const ORDERS: readonly [CasesOrder, string][] = [
  ['longest', 'นานที่สุดก่อน'],
  ['latest', 'ใหม่สุดก่อน'],
]

export interface CasesOrdersProps {
  order: CasesOrder
  onOrder: (order: CasesOrder) => void
}

/** Buttons that choose between the longest and the latest tickets. */
export const CasesOrders = ({ order, onOrder }: CasesOrdersProps) => (
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
