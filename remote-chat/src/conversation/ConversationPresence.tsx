import IconEye from '@tabler/icons-react/dist/esm/icons/IconEye.mjs'
import { staffLabel } from 'shared/contract/staff/staff-label.ts'
import type { Ticket } from 'shared/contract/tickets/ticket.ts'
import { FindMessagesButton } from '../search/FindMessagesButton.tsx'
import { isAssignee, useViewer } from '../signed-in-user.ts'
import { usePresenceText } from '../ticket/presence-text.ts'
import classes from './ConversationHeader.module.css'
import { OfflineBadge } from './OfflineBadge.tsx'

export function ConversationPresence({ ticket }: { ticket: Ticket }) {
  const viewer = useViewer()
  const presenceText = usePresenceText(ticket.id, viewer)
  const { assigned_to, previous_agent, status } = ticket
  const assigneeText = isAssignee(viewer, ticket)
    ? 'ดูแลโดยคุณ'
    : assigned_to
      ? `ดูแลโดย ${staffLabel(assigned_to)}`
      : previous_agent
        ? `เคยดูแล: ${staffLabel(previous_agent)}`
        : undefined
  return (
    <>
      <OfflineBadge />
      {presenceText !== null ? (
        <span className={classes.presenceText} title={presenceText.whole}>
          {presenceText.isTyping ? null : <IconEye size={18} aria-hidden />}
          <span className={classes.cut}>{presenceText.names}</span>
          <span className={classes.does}> {presenceText.does}</span>
        </span>
      ) : status !== 'OPEN' ? null : (
        // Rendered even when there is no viewer, so that nothing moves when viewers appear.
        <span className={classes.presenceText}>
          <span className={classes.cut} title={assigneeText}>
            {assigneeText}
          </span>
        </span>
      )}
      <span className={classes.find}>
        <FindMessagesButton ticket={ticket} />
      </span>
    </>
  )
}
