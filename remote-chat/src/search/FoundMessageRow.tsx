import type { FoundMessage } from 'shared/contract/messages/search-messages.call.ts'
import { Avatar, Chip, ClippedMarks, formatThaiDateTime, VipBadge } from 'shared/ui'
import classes from './MessageSearch.module.css'

export interface FoundMessageRowProps {
  id: string
  found: FoundMessage
  isActive: boolean
  /** True when all results belong to one customer, whose name is shown above the list. */
  isOfOne: boolean
  /** Customer's name, with the end of the id when names repeat. */
  customerName: string
  onOpen: (found: FoundMessage) => void
}

export function FoundMessageRow({
  id,
  found,
  isActive,
  isOfOne,
  customerName,
  onOpen,
}: FoundMessageRowProps) {
  const { customer, channel, at, direction, sender_name } = found
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the field above has the focus, and its arrows and Enter choose.
    <div
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={isActive}
      className={classes.row}
      onClick={() => onOpen(found)}
    >
      {isOfOne ? null : <Avatar name={customer.display_name} src={customer.picture_url} size={32} />}
      <div className={classes.what}>
        <p className={classes.who}>
          {isOfOne ? null : (
            <>
              <strong className={classes.name}>
                <ClippedMarks text={customerName} />
              </strong>
              {customer.is_vip ? <VipBadge /> : null}
              <Chip tone="oa">{channel.name}</Chip>
            </>
          )}
          <time className={classes.at} dateTime={at}>
            {formatThaiDateTime(at)}
          </time>
        </p>
        <p className={classes.text}>
          <span className={classes.by}>
            {direction === 'IN' ? (isOfOne ? 'ลูกค้า: ' : '') : `${sender_name ?? 'ทีมงาน'}: `}
          </span>
          <Snippet found={found} />
        </p>
      </div>
    </div>
  )
}

function Snippet({ found: { snippet, snippet_start, matches } }: { found: FoundMessage }) {
  const parts = []
  let from = 0
  for (const { start, end } of matches) {
    const [begin, stop] = [start - snippet_start, end - snippet_start]
    if (begin < from || stop > snippet.length) continue
    parts.push(snippet.slice(from, begin), <mark key={start}>{snippet.slice(begin, stop)}</mark>)
    from = stop
  }
  return (
    <>
      {snippet_start > 0 ? '…' : ''}
      {parts}
      {snippet.slice(from)}
    </>
  )
}
