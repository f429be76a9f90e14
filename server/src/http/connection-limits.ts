import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { callerAddress } from './caller-address.ts'

export interface ConnectionLimits {
  /** Maximum open connections per IP address; an IPv6 /64 network counts as one address. */
  perAddress: number
  isExempt?: (address: string) => boolean
  /** Time in ms in which a new connection must send its first byte. Node itself would wait much longer. */
  firstByteWithinMs: number
  onTooMany: (address: string) => void
}

export const isLoopback = (address: string) => /^(?:::1$|(?:::ffff:)?127\.)/.test(address)

export function limitConnections(
  server: Server,
  { perAddress, isExempt = () => false, firstByteWithinMs, onTooMany }: ConnectionLimits,
): void {
  const open = new Map<string, number>()
  server.on('connection', (socket: Socket) => {
    const timer = setTimeout(() => {
      if (socket.bytesRead === 0) socket.destroy()
    }, firstByteWithinMs)
    timer.unref()
    socket.once('close', () => clearTimeout(timer))
    if (socket.remoteAddress === undefined || isExempt(socket.remoteAddress)) return
    const address = callerAddress({ ip: socket.remoteAddress })
    const count = (open.get(address) ?? 0) + 1
    if (count > perAddress) {
      socket.destroy()
      onTooMany(address)
      return
    }
    open.set(address, count)
    socket.once('close', () => {
      const left = (open.get(address) ?? 0) - 1
      if (left > 0) open.set(address, left)
      else open.delete(address)
    })
  })
}
