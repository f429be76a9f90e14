import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { SimulatorContext } from '../context.ts'
import { lineError } from '../errors.ts'
import type { FaultMode, FaultTarget } from '../state/faults.ts'

export interface LineResponse {
  status: number
  body?: unknown
  type?: string
  headers?: Record<string, string>
}

export interface CallInfo {
  target: FaultTarget
  /** Id by which a fault counts its uses for its `calls` limit. Each id has its own count. */
  subject?: string
  modes?: readonly FaultMode[]
}

/** Responds to an API call, or injects a fault. `work` receives the mode of a fault that it must handle itself. */
export async function respondToCall(
  context: SimulatorContext,
  called: CallInfo,
  request: FastifyRequest,
  reply: FastifyReply,
  work: (struck: FaultMode | undefined) => LineResponse | Promise<LineResponse>,
): Promise<FastifyReply> {
  const fault = context.faults.strike(called.target, called.subject, called.modes)
  const cut = () => {
    reply.hijack()
    request.raw.socket.destroy()
    return reply
  }
  switch (fault?.mode) {
    case '500':
      throw lineError(500, 'Internal Server Error')
    case '429':
      throw lineError(429, 'The API rate limit has been exceeded. Try again later.')
    case 'quota':
      throw lineError(429, 'You have reached your monthly limit.')
    case 'delay':
      await pause(fault.delay_ms)
      break
    case 'drop_request':
      return cut()
    case 'drop_answer':
      await work(undefined)
      return cut()
  }
  const response = await work(fault?.mode)
  return reply
    .code(response.status)
    .headers(response.headers ?? {})
    .type(response.type ?? 'application/json')
    .send(response.body)
}
