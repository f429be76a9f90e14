import { MAX_NOTES } from 'shared/contract/constants.ts'
import type { TimelineEvent } from 'shared/contract/messages/timeline-event.ts'
import { inTransaction, type Tx } from '../db/client.ts'
import { DeskError } from '../desk-error.ts'
import type { ServerContext } from '../server-context.ts'
import type { SignedIn } from '../sessions/signed-in.ts'
import { lockVisibleTicket, type VisibleTicket } from '../tickets/ticket.store.ts'
import { findNoteEvent } from '../tickets/timeline-event.store.ts'
import { nameInNote } from './mention.store.ts'
import { addNote, changeNote, countNotes, findNote, findNoteByClientId, type NoteHead } from './note.store.ts'

interface Words {
  text: string
  mentions: readonly string[]
}

/** Notes are also allowed in closed tickets, because an outcome is often known only after closing. */
export async function createNote(
  context: ServerContext,
  { scope, staff }: SignedIn,
  ticketId: string,
  { text, mentions, client_id: clientId }: Words & { client_id: string },
): Promise<TimelineEvent> {
  const now = context.now()
  const { ticket, timelineEvent, isNew } = await inTransaction(context.db, async (tx) => {
    const ticket = await lockVisibleTicket(tx, scope, ticketId)
    const known = await findNoteByClientId(tx, ticket, clientId)
    if (known !== undefined) return { ticket, timelineEvent: await readNoteEvent(tx, known.id), isNew: false }
    if ((await countNotes(tx, ticket)) >= MAX_NOTES) throw new DeskError('notes_full', { limit: MAX_NOTES })
    const id = await addNote(tx, ticket, { staffId: staff.id, clientId, text: text.trim(), now })
    await nameInNote(tx, { id, staffId: staff.id, channelKey: ticket.head.channel_key }, mentions, now)
    return { ticket, timelineEvent: await readNoteEvent(tx, id), isNew: true }
  })
  if (isNew) publish(context, ticket, timelineEvent)
  return timelineEvent
}

export function updateNote(
  context: ServerContext,
  signedIn: SignedIn,
  id: string,
  { text, mentions }: Words,
): Promise<TimelineEvent> {
  const now = context.now()
  return changeOwn(context, signedIn, id, async (tx, ticket, note) => {
    if (!(await changeNote(tx, note.id, { text: text.trim(), now }))) throw new DeskError('not_found')
    const { channel_key: channelKey } = ticket.head
    await nameInNote(tx, { id: note.id, staffId: note.staff_id, channelKey }, mentions, now)
    return true
  })
}

export function deleteNote(context: ServerContext, signedIn: SignedIn, id: string): Promise<TimelineEvent> {
  return changeOwn(context, signedIn, id, async (tx, ticket, note) => {
    const now = context.now()
    if (!(await changeNote(tx, note.id, { text: null, now }))) return false
    await nameInNote(
      tx,
      { id: note.id, staffId: note.staff_id, channelKey: ticket.head.channel_key },
      [],
      now,
    )
    return true
  })
}

/** `change` returns true when it changed the note. Throws `forbidden` for a note of another staff member. */
async function changeOwn(
  context: ServerContext,
  { scope, staff }: SignedIn,
  id: string,
  change: (tx: Tx, ticket: VisibleTicket, note: NoteHead) => Promise<boolean>,
): Promise<TimelineEvent> {
  const { ticket, timelineEvent, isChanged } = await inTransaction(context.db, async (tx) => {
    const note = await findNote(tx, id)
    if (note === undefined) throw new DeskError('not_found')
    const ticket = await lockVisibleTicket(tx, scope, note.ticket_id)
    if (note.staff_id !== staff.id) throw new DeskError('forbidden')
    const isChanged = await change(tx, ticket, note)
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
