import pg from 'pg'
import { connectionOptions, type DatabaseAddress } from '../db/client.ts'

/** The same server, another database. */
export function inDatabase(address: DatabaseAddress, database: string): DatabaseAddress {
  if (typeof address !== 'string') return { ...address, database }
  const url = new URL(address)
  url.pathname = `/${database}`
  return url.href
}

/** One statement on a connection of its own. */
export async function runAs(address: DatabaseAddress, statement: string): Promise<void> {
  const client = new pg.Client(connectionOptions(address))
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
