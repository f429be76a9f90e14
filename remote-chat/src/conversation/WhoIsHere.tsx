import IconEye from '@tabler/icons-react/dist/esm/icons/IconEye.mjs'
import type { Ticket } from 'shared/contract/tickets/ticket.ts'
import { FindMessagesButton } from '../search/FindMessagesButton.tsx'
import { useWatching } from '../ticket/watching.ts'
import { useViewer } from '../viewer.ts'
import classes from './ConversationHeader.module.css'
import { OfflineSign } from './OfflineSign.tsx'

/** The end of the header's second line: who looks at the case or has it, that there is no network, and the search in this chat. */
export function WhoIsHere({ ticket }: { ticket: Ticket }) {
  const watching = useWatching(ticket.id, useViewer())
  const { assigned_to, previous_agent, status } = ticket
  return (
    <>
      <OfflineSign />
      {watching !== null ? (
        <span className={classes.watching}>
          <IconEye size={18} aria-hidden />
          <span className={classes.cut} title={watching}>
            {watching}
          </span>
        </span>
      ) : assigned_to && status === 'OPEN' ? (
        <span className={classes.watching}>
          <span className={classes.cut}>ดูแลโดย {assigned_to.display_name}</span>
        </span>
      ) : previous_agent && status === 'OPEN' ? (
        <span className={classes.watching}>
          <span className={classes.cut}>ครั้งก่อน {previous_agent.display_name} ดูแล</span>
        </span>
      ) : null}
      <span className={classes.find}>
        <FindMessagesButton ticket={ticket} />
      </span>
    </>
  )
}
