import net from 'node:net'

/** Listening socket that this process opens but never accepts connections on. */
export interface ActivationSocket {
  port: number
  fd: number
  release(): void
}

interface Handle {
  fd: number
  getsockname(name: { port?: number }): number
  close(): void
}

/** Function of node:cluster for sockets that accept no connections (servers of node:net accept connections at once). */
const { _createServerHandle: bind } = net as unknown as {
  _createServerHandle(host: string, port: number, family: 4): Handle | number
}

/**
 * Holds a socket to pass it from one server to the next, like systemd's socket activation. The socket begins to listen
 * when the first server listens.
 */
export function openActivationSocket(port = 0, host = '127.0.0.1'): ActivationSocket {
  const handle = bind(host, port, 4)
  if (typeof handle === 'number') throw new Error(`${host}:${port} is not free (${handle})`)
  const name: { port?: number } = {}
  handle.getsockname(name)
  return { port: name.port ?? port, fd: handle.fd, release: () => handle.close() }
}
