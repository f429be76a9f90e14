import type { FastifyInstance } from 'fastify'
import { listReceivers as receiversCall } from 'shared/contract/staff/list-receivers.call.ts'
import { acceptTicket as acceptCall } from 'shared/contract/tickets/accept-ticket.call.ts'
import { closeTicket as closeCall } from 'shared/contract/tickets/close-ticket.call.ts'
import { correctSubject as subjectCall } from 'shared/contract/tickets/correct-subject.call.ts'
import { getTicket as getCall } from 'shared/contract/tickets/get-ticket.call.ts'
import {
  listHandedOver as handedOverCall,
  returnTicket as returnCall,
  returnOwnTickets as returnOwnCall,
  transferTicket as transferCall,
} from 'shared/contract/tickets/hand-over.call.ts'
import { listTickets as listCall } from 'shared/contract/tickets/list-tickets.call.ts'
import { readTicket as readCall } from 'shared/contract/tickets/read-ticket.call.ts'
import { serveCall } from '../http/serve-call.ts'
import type { ServerContext } from '../server-context.ts'
import type { OnlineStaff } from '../staff/online-staff.ts'
import { returnOwnTickets, returnTicket, transferTicket } from './hand-over.ts'
import { findHandedOver } from './handed-over.store.ts'
import { listReceivers } from './receivers.ts'
import { acceptTicket, closeTicket, getTicket, listTickets, readTicket } from './rules.ts'
import { correctSubject } from './subject.ts'
import { TicketTotals } from './ticket-totals.ts'
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
  serveCall(app, receiversCall, ({ signedIn, query }) =>
    listReceivers(context, online, signedIn, query.channel_key),
  )
  serveCall(app, transferCall, ({ signedIn, params, body }) =>
    transferTicket(context, signedIn, params.id, body),
  )
  serveCall(app, returnCall, ({ signedIn, params, body }) => returnTicket(context, signedIn, params.id, body))
  serveCall(app, handedOverCall, async ({ signedIn: { staff, scope } }) => {
    const found = await findHandedOver(db, [staff.id], context.now())
    return {
      items: found.flatMap(({ handedOver }) => (scope.includes(handedOver.channel_key) ? [handedOver] : [])),
    }
  })
  serveCall(app, returnOwnCall, ({ signedIn, body }) => returnOwnTickets(context, signedIn, body))
}
