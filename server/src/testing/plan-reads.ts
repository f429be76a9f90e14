import { type SQL, sql } from 'drizzle-orm'
import type { Db, Tx } from '../db/client.ts'

interface Node {
  'Total Cost': number
  'Node Type': string
  'Relation Name'?: string
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  Plans?: Node[]
}

/**
 * Returns the node types of a statement's plan, and the estimated cost that PostgreSQL compares with `jit_above_cost`.
 */
export async function estimateOf(db: Db | Tx, statement: SQL): Promise<{ cost: number; types: string[] }> {
  const found = await db.execute<{ 'QUERY PLAN': { Plan: Node }[] }>(sql`explain (format json) ${statement}`)
  const plan = found.rows[0]?.['QUERY PLAN'][0]?.Plan
  if (plan === undefined) throw new Error('the statement has no plan')
  const typesOf = (node: Node): string[] => [node['Node Type'], ...(node.Plans ?? []).flatMap(typesOf)]
  return { cost: plan['Total Cost'], types: typesOf(plan) }
}

/** Runs a statement. Returns every node of its plan that reads `table`, with the numbers of rows and loops. */
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
