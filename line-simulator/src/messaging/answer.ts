import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { SimulatorContext } from '../context.ts'
import { LineApiError } from '../errors.ts'
import type { FaultTarget } from '../state/faults.ts'

export interface Answer {
  status: number
  body: unknown
  type?: string
  headers?: Record<string, string>
}

/**
 * Does the work and sends its answer, unless a fault strikes: an error instead of the work, the work late,
 * or the work done and the connection cut before the answer.
 */
export async function answerCall(
  context: SimulatorContext,
  target: FaultTarget,
  request: FastifyRequest,
  reply: FastifyReply,
  work: () => Answer,
): Promise<FastifyReply> {
  const fault = context.faults.strike(target)
  switch (fault?.mode) {
    case '500':
      throw new LineApiError(500, 'Internal Server Error')
    case '429':
      throw new LineApiError(429, 'The API rate limit has been exceeded. Try again later.')
    case 'quota':
      throw new LineApiError(429, 'You have reached your monthly limit.')
    case 'delay':
      await pause(fault.delay_ms)
      break
    case 'drop_answer':
      work()
      reply.hijack()
      request.raw.socket.destroy()
      return reply
  }
  const answer = work()
  return reply
    .code(answer.status)
    .headers(answer.headers ?? {})
    .type(answer.type ?? 'application/json')
    .send(answer.body)
}
