import type { ServerContext } from '../server-context.ts'

/** Deletes all knowledge entries and the rows that depend on them. */
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
