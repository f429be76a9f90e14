import IconCopy from '@tabler/icons-react/dist/esm/icons/IconCopy.mjs'
import IconMessages from '@tabler/icons-react/dist/esm/icons/IconMessages.mjs'
import IconStar from '@tabler/icons-react/dist/esm/icons/IconStar.mjs'
import IconStarFilled from '@tabler/icons-react/dist/esm/icons/IconStarFilled.mjs'
import { errorText } from 'shared/api'
import type { CustomerCard } from 'shared/contract/customers/customer-card.ts'
import {
  Avatar,
  Button,
  Chip,
  formatThaiAgo,
  formatThaiDateTime,
  showToast,
  useNow,
  VipBadge,
} from 'shared/ui'
import { isManager, useViewer } from '../signed-in-user.ts'
import classes from './CustomerPanel.module.css'
import { TicketLink } from './TicketLink.tsx'
import { useChangeCustomer } from './use-customer.ts'

export interface CustomerProfileProps {
  card: CustomerCard
  onOpenTicket: (ticketId: string) => void
}

export function CustomerProfile({ card, onOpenTicket }: CustomerProfileProps) {
  return (
    <div className={classes.profile}>
      <Avatar name={card.display_name} src={card.picture_url} size={56} />
      <h3 className={classes.name}>
        <span>{card.display_name}</span>
        {card.is_vip ? <VipBadge /> : null}
      </h3>
      {card.status_message ? <p className={classes.status}>{card.status_message}</p> : null}
      <p className={classes.details}>
        {card.channel.name} · ลูกค้าตั้งแต่ {formatThaiDateTime(card.created_at).replace(/ \d\d:\d\d.*$/, '')}
      </p>
      {card.friendship === 'blocked' ? <Chip tone="crit">บล็อกบัญชีนี้แล้ว</Chip> : null}
      {card.friendship === 'friend' ? <Chip tone="care">เป็นเพื่อนกับ OA</Chip> : null}
      <div className={classes.actions}>
        <VipButton card={card} />
        <Button
          size="sm"
          variant="outline"
          leftSection={<IconCopy size={18} aria-hidden />}
          title={card.line_user_id}
          onClick={() => void copy(card.line_user_id)}
        >
          คัดลอก LINE ID
        </Button>
      </div>
      <Elsewhere card={card} onOpenTicket={onOpenTicket} />
    </div>
  )
}

const vipFailure = (error: unknown) => errorText(error, 'vip')

/** Button that marks the customer as VIP; for managers only, as the specification requires. */
function VipButton({ card: { id, is_vip } }: { card: CustomerCard }) {
  const viewer = useViewer()
  const { busy, run } = useChangeCustomer(id)
  if (!isManager(viewer)) return null
  const Icon = is_vip ? IconStarFilled : IconStar
  return (
    <Button
      size="sm"
      variant="outline"
      aria-pressed={is_vip}
      disabled={busy}
      leftSection={<Icon size={18} aria-hidden />}
      onClick={() => void run((calls) => calls.postVip(id, !is_vip), vipFailure)}
    >
      {busy ? 'กำลังบันทึก...' : is_vip ? 'ยกเลิก VIP' : 'ตั้งเป็น VIP'}
    </Button>
  )
}

/** Links to the same LINE user in other channels. */
function Elsewhere({ card: { elsewhere }, onOpenTicket }: CustomerProfileProps) {
  const now = useNow()
  if (elsewhere.length === 0) return null
  return (
    <ul className={classes.elsewhere} aria-label="คนเดียวกันใน OA อื่น">
      {elsewhere.map(({ customer_id, channel, ticket_id, is_open, last_activity_at }) => (
        <li key={customer_id}>
          <TicketLink ticketId={ticket_id} className={classes.hint} onOpen={onOpenTicket}>
            <IconMessages size={18} aria-hidden />
            <span>
              คนเดียวกันทักมาที่ <strong>{channel.name}</strong> ด้วย · {is_open ? 'เคสยังเปิดอยู่' : 'ปิดแล้ว'} ·{' '}
              {formatThaiAgo(last_activity_at, now)}
            </span>
          </TicketLink>
        </li>
      ))}
    </ul>
  )
}

async function copy(lineUserId: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(lineUserId)
    showToast({ tone: 'success', text: 'คัดลอก LINE ID แล้ว' })
  } catch {
    // The clipboard is unavailable over http or without permission.
    showToast({ text: `คัดลอกไม่ได้ LINE ID: ${lineUserId}`, timeoutMs: 0 })
  }
}
