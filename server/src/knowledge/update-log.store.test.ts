import { sql } from 'drizzle-orm'
import { KNOWLEDGE_SOURCES } from 'shared/contract/constants.ts'
import { expect, test } from 'vitest'
import type { Db } from '../db/client.ts'
import { useTestDesk } from '../testing/use-test-desk.ts'
import { listLogs } from './update-log.store.ts'

const desk = useTestDesk()

interface PlanNode {
  'Relation Name'?: string
  'Actual Loops': number
  Plans?: PlanNode[]
}

test("a page of the update history reads only the versions of the page's log entries", async () => {
  const agent = await desk.signInAs({ channelKeys: ['main'] })
  for (let at = 0; at < 30; at += 1)
    await desk.app.inject({
      method: 'POST',
      url: '/kb/upsert',
      headers: agent.headers,
      payload: { source: KNOWLEDGE_SOURCES.general, text: `ข้อ ${at}` },
    })
  const { db } = desk.context
  const plans: PlanNode[] = []
  const explaining = {
    execute: async (query: ReturnType<typeof sql>) => {
      const { rows } = await db.execute<{ 'QUERY PLAN': { Plan: PlanNode }[] }>(
        sql`explain (analyze, format json) ${query}`,
      )
      plans.push(...rows.flatMap((row) => row['QUERY PLAN'].map(({ Plan }) => Plan)))
      return { rows: [] }
    },
  }
  await listLogs(explaining as unknown as Db, { source: undefined, limit: 2, offset: 20 })
  const looks = plans.flatMap(nodesOf).filter((node) => node['Relation Name'] === 'knowledge_versions')
  expect(looks).not.toEqual([])
  expect(Math.max(...looks.map((node) => node['Actual Loops']))).toBeLessThanOrEqual(2)
})

function nodesOf(node: PlanNode): PlanNode[] {
  return [node, ...(node.Plans ?? []).flatMap(nodesOf)]
}
