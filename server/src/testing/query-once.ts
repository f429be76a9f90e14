import pg from 'pg'
import { connectionOptions, type DatabaseAddress } from '../db/client.ts'

/** The same server, another database. */
export function inDatabase(address: DatabaseAddress, database: string): DatabaseAddress {
  if (typeof address !== 'string') return { ...address, database }
  const url = new URL(address)
  url.pathname = `/${database}`
  return url.href
}

/** The rows of one statement over a connection of its own, as the role of `address`. */
export async function queryOnce(address: DatabaseAddress, text: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client(connectionOptions(address))
  await client.connect()
  try {
    return (await client.query(text)).rows
  } finally {
    await client.end().catch(() => {})
  }
}
