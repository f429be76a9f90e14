import type { ClientConfig } from 'pg'

export interface SocketAddress {
  socketDir: string
  user: string
  password: string
  database: string
}

export function socketOptions({ socketDir, ...names }: SocketAddress): ClientConfig {
  return { host: socketDir, port: 5432, ...names }
}
