import type { FastifyInstance } from 'fastify'
import { deleteNote, updateNote } from 'shared/contract/notes/change-note.call.ts'
import { createNote as createCall } from 'shared/contract/notes/create-note.call.ts'
import { listMentions as listCall, markMentionsSeen as seeCall } from 'shared/contract/notes/mentions.call.ts'
import { serveCall } from '../http/serve-call.ts'
import type { ServerContext } from '../server-context.ts'
import { changeOwnNote, createNote } from './change-notes.ts'
import { listUnseen, markSeen } from './mention.store.ts'

export async function noteRoutes(app: FastifyInstance, context: ServerContext): Promise<void> {
  serveCall(app, createCall, (request) => createNote(context, request))
  serveCall(app, updateNote, (request) => changeOwnNote(context, request, request.body))
  serveCall(app, deleteNote, (request) => changeOwnNote(context, request, null))
  serveCall(app, listCall, ({ signedIn }) => listUnseen(context.db, signedIn.staff.id, signedIn.scope))
  serveCall(app, seeCall, async ({ signedIn, body }) => {
    const { ticket_id: ticketId, note_ids: noteIds } = body
    await markSeen(context.db, signedIn.staff.id, { ticketId, noteIds, now: context.now() })
    return { ok: true as const }
  })
}
