import pg from 'pg'
import { connectionOptions, type DatabaseAddress } from '../db/client.ts'

/** Returns the address of another database on the same PostgreSQL server. */
export function inDatabase(address: DatabaseAddress, database: string): DatabaseAddress {
  if (typeof address !== 'string') return { ...address, database }
  const url = new URL(address)
  url.pathname = `/${database}`
  return url.href
}

/** Runs one SQL statement on a new connection with the role of `address`. Returns the rows. */
export async function queryOnce(address: DatabaseAddress, text: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client(connectionOptions(address))
  await client.connect()
  try {
    return (await client.query(text)).rows
  } finally {
    await client.end().catch(() => {})
  }
}
