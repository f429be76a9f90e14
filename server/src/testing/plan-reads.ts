import { type SQL, sql } from 'drizzle-orm'
import type { Db, Tx } from '../db/client.ts'

interface Node {
  'Node Type': string
  'Relation Name'?: string
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  Plans?: Node[]
}

/** Runs a statement, and answers every node of its plan that reads `table`, how many rows it had in its hands, and how often it was begun. */
export async function readsOf(
  db: Db | Tx,
  table: string,
  statement: SQL,
): Promise<{ type: string; rows: number; loops: number }[]> {
  const found = await db.execute<{ 'QUERY PLAN': { Plan: Node }[] }>(
    sql`explain (analyze, format json) ${statement}`,
  )
  const nodes: Node[] = []
  const visit = (node: Node) => {
    nodes.push(node)
    for (const child of node.Plans ?? []) visit(child)
  }
  const plan = found.rows[0]?.['QUERY PLAN'][0]?.Plan
  if (plan) visit(plan)
  return nodes
    .filter((node) => node['Relation Name'] === table)
    .map((node) => ({
      type: node['Node Type'],
      loops: node['Actual Loops'],
      rows: (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops'],
    }))
}
