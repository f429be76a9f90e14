import IconStar from '@tabler/icons-react/dist/esm/icons/IconStar.mjs'
import IconStarFilled from '@tabler/icons-react/dist/esm/icons/IconStarFilled.mjs'
import { useRef } from 'react'
import type { Channel } from 'shared/contract/channels/channel.ts'
import type { Customer } from 'shared/contract/customers/customer.ts'
import { Button } from 'shared/ui'
import classes from './CustomerList.module.css'
import { useSetVip } from './customers.queries.ts'

export interface VipButtonProps {
  customer: Customer
  /** Channel of the VIP mark; null when the customer has only one channel. */
  channel: Channel | null
}

export function VipButton({ customer: { id, display_name, is_vip }, channel }: VipButtonProps) {
  const { mutate, isPending } = useSetVip(id)
  // Set synchronously: `isPending` is rendered too late for the second click of a double click.
  const isUnderWay = useRef(false)
  const Icon = is_vip ? IconStarFilled : IconStar
  const words = is_vip ? 'ยกเลิก VIP' : 'ตั้งเป็น VIP'
  return (
    <Button
      size="sm"
      variant="outline"
      className={classes.vip ?? ''}
      leftSection={isPending ? null : <Icon size={16} aria-hidden />}
      aria-label={`${isPending ? 'กำลังบันทึก...' : words} ${display_name}${channel === null ? '' : ` ใน ${channel.name}`}`}
      aria-busy={isPending}
      // `aria-disabled` instead of `disabled`, which would remove the focus.
      aria-disabled={isPending}
      onClick={() => {
        if (isUnderWay.current) return
        isUnderWay.current = true
        mutate(!is_vip, {
          onSettled: () => {
            isUnderWay.current = false
          },
        })
      }}
    >
      {isPending ? 'กำลังบันทึก...' : words}
    </Button>
  )
}
