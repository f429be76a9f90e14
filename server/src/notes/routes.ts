import type { FastifyInstance } from 'fastify'
import { deleteNote as deleteCall, updateNote as updateCall } from 'shared/contract/notes/change-note.call.ts'
import { createNote as createCall } from 'shared/contract/notes/create-note.call.ts'
import { listMentions as listCall, markMentionsSeen as seeCall } from 'shared/contract/notes/mentions.call.ts'
import { serveCall } from '../http/serve-call.ts'
import type { ServerContext } from '../server-context.ts'
import { createNote, deleteNote, updateNote } from './change-notes.ts'
import { listUnseen, markSeen } from './mention.store.ts'

export async function noteRoutes(app: FastifyInstance, context: ServerContext): Promise<void> {
  serveCall(app, createCall, ({ signedIn, params, body }) => createNote(context, signedIn, params.id, body))
  serveCall(app, updateCall, ({ signedIn, params, body }) => updateNote(context, signedIn, params.id, body))
  serveCall(app, deleteCall, ({ signedIn, params }) => deleteNote(context, signedIn, params.id))
  serveCall(app, listCall, ({ signedIn }) => listUnseen(context.db, signedIn.staff.id, signedIn.scope))
  serveCall(app, seeCall, async ({ signedIn, body }) => {
    const { ticket_id: ticketId, note_ids: noteIds } = body
    await markSeen(context.db, signedIn.staff.id, { ticketId, noteIds, now: context.now() })
    return { ok: true as const }
  })
}
