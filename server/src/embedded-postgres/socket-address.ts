import type { ClientConfig } from 'pg'

/** How to reach the embedded database: the directory of its Unix socket with what to use there. */
export interface SocketAddress {
  socketDir: string
  user: string
  password: string
  database: string
}

/** What `pg` wants for it, without any bounds. */
export function socketOptions({ socketDir, ...names }: SocketAddress): ClientConfig {
  return { host: socketDir, port: 5432, ...names }
}
