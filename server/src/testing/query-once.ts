import pg from 'pg'
import { type SocketAddress, socketOptions } from '../embedded-postgres/socket-address.ts'

/** The rows of one statement over a connection of its own, as the role of `address`. */
export async function queryOnce(address: SocketAddress, text: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client(socketOptions(address))
  await client.connect()
  try {
    return (await client.query(text)).rows
  } finally {
    await client.end().catch(() => {})
  }
}
