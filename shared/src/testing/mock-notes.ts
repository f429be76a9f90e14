import type { TimelineEvent } from '../contract/messages/timeline-event.ts'
import type { Mention } from '../contract/notes/note.ts'
import type { MockConversations } from './mock-conversations.ts'
import type { MockStaff } from './mock-profile.ts'

interface NoteBody {
  text: string
  client_id: string
  mentions: string[]
}

/** In-memory notes and mentions that follow the server's rules as far as screens depend on them. */
export class MockNotes {
  /** Unseen mentions of the user, newest first. */
  mentions: Mention[] = []

  /** Handles an API call. Returns undefined for an unknown call or note. */
  respond(
    tickets: MockConversations,
    staff: MockStaff,
    method: string,
    path: string,
    body: unknown,
  ): unknown {
    if (path === '/api/staff/mentions') return { items: this.mentions, total: this.mentions.length }
    if (path === '/api/staff/mentions/seen') {
      const { ticket_id, note_ids } = body as { ticket_id?: string; note_ids?: string[] }
      this.mentions = this.mentions.filter(
        (each) => each.ticket_id !== (ticket_id ?? each.ticket_id) || !(note_ids?.includes(each.id) ?? true),
      )
      return { ok: true }
    }
    const ticketId = /^\/api\/staff\/tickets\/([^/]+)\/notes$/.exec(path)?.[1]
    if (ticketId !== undefined) return this.#create(tickets, staff, ticketId, body as NoteBody)
    const note = tickets.timelineEvents.find(({ id }) => path === `/api/staff/notes/${id}`)
    if (note?.note === undefined) return undefined
    const { note: fields, revision: _, ...unchanged } = note
    if (method === 'DELETE')
      return tickets.addTimelineEvent(note.ticket_id, {
        ...unchanged,
        text: null,
        note: { ...fields, mentions: [], is_deleted: true },
      })
    const { text, mentions } = body as NoteBody
    return tickets.addTimelineEvent(note.ticket_id, {
      ...unchanged,
      text,
      note: { ...fields, mentions: named(staff, mentions), edited_at: new Date().toISOString() },
    })
  }

  #create(
    tickets: MockConversations,
    staff: MockStaff,
    ticketId: string,
    { text, client_id, mentions }: NoteBody,
  ): TimelineEvent {
    const known = tickets.timelineEvents.find(
      (each) => each.ticket_id === ticketId && each.note?.client_id === client_id,
    )
    if (known) return known
    return tickets.addTimelineEvent(ticketId, {
      kind: 'note',
      staff: staff.me,
      text,
      note: { client_id, mentions: named(staff, mentions), edited_at: null, is_deleted: false },
    })
  }
}

const named = ({ otherStaff }: MockStaff, ids: readonly string[]) =>
  otherStaff.filter(({ id }) => ids.includes(id))
