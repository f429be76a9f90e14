import type { ServerContext } from '../server-context.ts'

/** Empties the knowledge base, with everything that depends on its entries. */
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
