import type { FastifyInstance } from 'fastify'
import { knowledgeLogs } from 'shared/contract/knowledge/knowledge-logs.call.ts'
import { knowledgeSources } from 'shared/contract/knowledge/knowledge-sources.call.ts'
import { searchKnowledge as searchCall } from 'shared/contract/knowledge/search-knowledge.call.ts'
import { upsertKnowledge as upsertCall } from 'shared/contract/knowledge/upsert-knowledge.call.ts'
import { serveCall } from '../http/serve-call.ts'
import type { ServerContext } from '../server-context.ts'
import { readLogs, readSources, upsertKnowledge } from './rules.ts'
import { searchKnowledge } from './search-knowledge.ts'

export async function knowledgeRoutes(app: FastifyInstance, context: ServerContext): Promise<void> {
  serveCall(app, knowledgeSources, () => readSources(context))
  serveCall(app, knowledgeLogs, ({ query }) => readLogs(context, query))
  serveCall(app, upsertCall, ({ signedIn, body }) => upsertKnowledge(context, signedIn, body))
  serveCall(app, searchCall, async ({ body }) => {
    const results = await searchKnowledge(context, body.query, body.top_k)
    return { results: results.map(({ content, source }) => ({ content, source })) }
  })
}
