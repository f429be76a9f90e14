import type { FastifyInstance } from 'fastify'
import { createSuggestion as createCall } from 'shared/contract/suggestions/create-suggestion.call.ts'
import { deleteSuggestion as deleteCall } from 'shared/contract/suggestions/delete-suggestion.call.ts'
import { listSuggestions as listCall } from 'shared/contract/suggestions/list-suggestions.call.ts'
import { moveSuggestion as moveCall } from 'shared/contract/suggestions/move-suggestion.call.ts'
import { updateSuggestion as updateCall } from 'shared/contract/suggestions/update-suggestion.call.ts'
import { serveCall } from '../http/serve-call.ts'
import type { ServerContext } from '../server-context.ts'
import {
  createSuggestion,
  deleteSuggestion,
  moveSuggestion,
  readSuggestions,
  updateSuggestion,
} from './change-suggestions.ts'

export async function suggestionRoutes(app: FastifyInstance, context: ServerContext): Promise<void> {
  serveCall(app, listCall, ({ signedIn, query }) => readSuggestions(context, signedIn, query.channel_key))
  serveCall(app, createCall, ({ signedIn, body }) => createSuggestion(context, signedIn, body))
  serveCall(app, updateCall, ({ signedIn, params, body }) =>
    updateSuggestion(context, signedIn, params.id, body),
  )
  serveCall(app, deleteCall, async ({ signedIn, params }) => {
    await deleteSuggestion(context, signedIn, params.id)
    return { ok: true as const }
  })
  serveCall(app, moveCall, async ({ signedIn, params, body }) => {
    await moveSuggestion(context, signedIn, params.id, body.before)
    return { ok: true as const }
  })
}
