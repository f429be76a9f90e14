import { MAX_NOTES } from 'shared/contract/constants.ts'
import type { TimelineEvent } from 'shared/contract/messages/timeline-event.ts'
import type { updateNote } from 'shared/contract/notes/change-note.call.ts'
import type { createNote as createCall } from 'shared/contract/notes/create-note.call.ts'
import { inTransaction, type Tx } from '../db/client.ts'
import { DeskError } from '../desk-error.ts'
import type { CallRequest } from '../http/serve-call.ts'
import type { ServerContext } from '../server-context.ts'
import { lockVisibleTicket, type VisibleTicket } from '../tickets/ticket.store.ts'
import { findNoteEvent } from '../tickets/timeline-event.store.ts'
import { nameInNote } from './mention.store.ts'
import { addNote, changeNote, countNotes, findNote, findNoteByClientId } from './note.store.ts'

/** Notes are also allowed in closed tickets, because an outcome is often known only after closing. */
export async function createNote(
  context: ServerContext,
  { signedIn: { scope, staff }, params, body }: CallRequest<typeof createCall>,
): Promise<TimelineEvent> {
  const now = context.now()
  const { text, mentions, client_id: clientId } = body
  const { ticket, timelineEvent, isNew } = await inTransaction(context.db, async (tx) => {
    const ticket = await lockVisibleTicket(tx, scope, params.id)
    const known = await findNoteByClientId(tx, ticket, clientId)
    if (known !== undefined) return { ticket, timelineEvent: await readNoteEvent(tx, known.id), isNew: false }
    if ((await countNotes(tx, ticket)) >= MAX_NOTES) throw new DeskError('notes_full', { limit: MAX_NOTES })
    const id = await addNote(tx, ticket, { staffId: staff.id, clientId, text: text.trim(), now })
    await nameInNote(tx, ticket, { id, staffId: staff.id }, mentions, now)
    return { ticket, timelineEvent: await readNoteEvent(tx, id), isNew: true }
  })
  if (isNew) publish(context, ticket, timelineEvent)
  return timelineEvent
}

/** Changes a note of the caller, or deletes it (null). Throws `forbidden` for a note of another staff member. */
export async function changeOwnNote(
  context: ServerContext,
  { signedIn: { scope, staff }, params: { id } }: Pick<CallRequest<typeof updateNote>, 'signedIn' | 'params'>,
  words: CallRequest<typeof updateNote>['body'] | null,
): Promise<TimelineEvent> {
  const now = context.now()
  const { ticket, timelineEvent, isChanged } = await inTransaction(context.db, async (tx) => {
    const note = await findNote(tx, id)
    if (note === undefined) throw new DeskError('not_found')
    const ticket = await lockVisibleTicket(tx, scope, note.ticketId)
    if (note.staffId !== staff.id) throw new DeskError('forbidden')
    const isChanged = await changeNote(tx, id, { text: words?.text.trim() ?? null, now })
    if (isChanged) await nameInNote(tx, ticket, note, words?.mentions ?? [], now)
    else if (words !== null) throw new DeskError('not_found')
    return { ticket, timelineEvent: await readNoteEvent(tx, id), isChanged }
  })
  if (isChanged) publish(context, ticket, timelineEvent)
  return timelineEvent
}

async function readNoteEvent(tx: Tx, id: string): Promise<TimelineEvent> {
  const timelineEvent = await findNoteEvent(tx, id)
  if (timelineEvent === undefined) throw new Error('a new note could not be read')
  return timelineEvent
}

function publish({ bus }: ServerContext, ticket: VisibleTicket, timelineEvent: TimelineEvent): void {
  bus.publish({
    kind: 'ticket',
    channelKey: ticket.head.channel_key,
    ticketId: ticket.id,
    events: [{ type: 'timeline_event', data: timelineEvent }],
  })
}
