import type { ServerContext } from '../server-context.ts'

/** Takes all out of the knowledge base; what hangs on its texts goes with them. */
export async function emptyKnowledge({ db }: Pick<ServerContext, 'db'>): Promise<void> {
  for (const table of [
    'import_parts',
    'imports',
    'vectors',
    'blocks',
    'chunks',
    'versions',
    'logs',
    'entries',
  ])
    await db.$client.query(`delete from knowledge_${table}`)
}
