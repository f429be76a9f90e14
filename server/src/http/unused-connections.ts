import type { Server } from 'node:http'
import type { Socket } from 'node:net'

/**
 * Knows the connections of a server; the result closes those over which nothing has been asked yet. Browsers and proxies open some in
 * advance. Node does not count them as idle, so that a server that is closed would wait for their first request.
 */
export function followConnections(server: Server): () => void {
  const open = new Set<Socket>()
  server.on('connection', (socket: Socket) => {
    open.add(socket)
    socket.once('close', () => open.delete(socket))
  })
  return () => {
    for (const socket of open) if (socket.bytesRead === 0) socket.destroy()
  }
}
