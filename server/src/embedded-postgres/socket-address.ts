import type { ClientConfig } from 'pg'

/** Address of the embedded database: the directory of its Unix socket, and credentials. */
export interface SocketAddress {
  socketDir: string
  user: string
  password: string
  database: string
}

/** Returns `pg` options for a socket address, without timeouts. */
export function socketOptions({ socketDir, ...names }: SocketAddress): ClientConfig {
  return { host: socketDir, port: 5432, ...names }
}
