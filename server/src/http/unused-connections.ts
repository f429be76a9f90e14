import type { Server } from 'node:http'
import type { Socket } from 'node:net'

/**
 * Tracks a server's connections and returns a function that closes those without any request, which browsers and
 * proxies open in advance. Node does not count them as idle, so closing the server would wait for their first request.
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
