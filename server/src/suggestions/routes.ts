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
  serveCall(app, listCall, (request) => readSuggestions(context, request))
  serveCall(app, createCall, (request) => createSuggestion(context, request))
  serveCall(app, updateCall, (request) => updateSuggestion(context, request))
  serveCall(app, deleteCall, (request) => deleteSuggestion(context, request))
  serveCall(app, moveCall, (request) => moveSuggestion(context, request))
}
