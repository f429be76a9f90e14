import type { Server } from 'node:http'
import type { Socket } from 'node:net'

/** Node does not count connections without any request as idle, so closing the server would wait for a request. */
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
