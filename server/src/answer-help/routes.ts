import type { FastifyInstance } from 'fastify'
import { suggestAnswers as suggestCall } from 'shared/contract/knowledge/suggest-answers.call.ts'
import { serveCall } from '../http/serve-call.ts'
import type { ServerContext } from '../server-context.ts'
import { suggestAnswers } from './rules.ts'

export async function answerHelpRoutes(app: FastifyInstance, context: ServerContext): Promise<void> {
  serveCall(app, suggestCall, ({ signedIn, params }) => suggestAnswers(context, signedIn, params.id))
}
