import type { Server } from 'node:http'
import type { Socket } from 'node:net'

/** Returns a function that closes connections without any request, which Node would wait for during a shutdown. */
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
