import type { FastifyInstance } from 'fastify'
import { listTransferTargets as transferTargetsCall } from 'shared/contract/staff/list-transfer-targets.call.ts'
import { acceptTicket as acceptCall } from 'shared/contract/tickets/accept-ticket.call.ts'
import {
  listAssignmentChanges as assignmentChangesCall,
  transferTicket as transferCall,
  unassignTicket as unassignCall,
  unassignOwnTickets as unassignOwnCall,
} from 'shared/contract/tickets/change-assignee.call.ts'
import { closeTicket as closeCall } from 'shared/contract/tickets/close-ticket.call.ts'
import { correctSubject as subjectCall } from 'shared/contract/tickets/correct-subject.call.ts'
import { getTicket as getCall } from 'shared/contract/tickets/get-ticket.call.ts'
import { listTickets as listCall } from 'shared/contract/tickets/list-tickets.call.ts'
import { readTicket as readCall } from 'shared/contract/tickets/read-ticket.call.ts'
import { serveCall } from '../http/serve-call.ts'
import type { ServerContext } from '../server-context.ts'
import type { OnlineStaff } from '../staff/online-staff.ts'
import { acceptTicket, closeTicket } from './accept-and-close.ts'
import { findAssignmentChanges } from './assignment-change.store.ts'
import { transferTicket, unassignOwnTickets, unassignTicket } from './change-assignee.ts'
import { correctSubject } from './correct-subject.ts'
import { getTicket, listTickets } from './list-tickets.ts'
import { readTicket } from './mark-ticket-read.ts'
import { TicketTotals } from './ticket-totals.ts'
import { listTransferTargets } from './transfer-targets.ts'
import { UnreadTickets } from './unread-tickets.store.ts'

export async function ticketRoutes(
  app: FastifyInstance,
  context: ServerContext,
  online: OnlineStaff,
): Promise<void> {
  const { db, bus } = context
  const totals = new TicketTotals(db, bus)
  app.addHook('onClose', async () => totals.close())
  const lists = { totals, unread: new UnreadTickets(db) }
  serveCall(app, listCall, ({ signedIn, query }) => listTickets(context, lists, signedIn, query))
  serveCall(app, getCall, ({ signedIn, params }) => getTicket(context, signedIn, params.id))
  serveCall(app, acceptCall, ({ signedIn, params }) => acceptTicket(context, signedIn, params.id))
  serveCall(app, closeCall, ({ signedIn, params, body }) => closeTicket(context, signedIn, params.id, body))
  serveCall(app, subjectCall, ({ signedIn, params, body }) =>
    correctSubject(context, signedIn, params.id, body.subject),
  )
  serveCall(app, readCall, ({ signedIn, params, body }) => readTicket(context, signedIn, params.id, body.seq))
  serveCall(app, transferTargetsCall, ({ signedIn, query }) =>
    listTransferTargets(context, online, signedIn, query.channel_key),
  )
  serveCall(app, transferCall, ({ signedIn, params, body }) =>
    transferTicket(context, signedIn, params.id, body),
  )
  serveCall(app, unassignCall, ({ signedIn, params, body }) =>
    unassignTicket(context, signedIn, params.id, body),
  )
  serveCall(app, assignmentChangesCall, async ({ signedIn: { staff, scope } }) => {
    const found = await findAssignmentChanges(db, [staff.id], context.now())
    return {
      items: found.flatMap(({ assignmentChange }) =>
        scope.includes(assignmentChange.channel_key) ? [assignmentChange] : [],
      ),
    }
  })
  serveCall(app, unassignOwnCall, ({ signedIn, body }) => unassignOwnTickets(context, signedIn, body))
}
