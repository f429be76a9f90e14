import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { SimulatorContext } from '../context.ts'
import { simulatorError } from '../errors.ts'
import { DEFAULT_DELAY_MS, FAULT_MODES, FAULT_TARGETS, MODES_OF } from '../state/faults.ts'
import { parse } from './parse-request.ts'

const faultBody = z.object({
  target: z.enum(FAULT_TARGETS),
  mode: z.enum(FAULT_MODES),
  rate: z.number().min(0).max(1).default(1),
  delay_ms: z.number().int().min(0).max(60_000).default(DEFAULT_DELAY_MS),
  calls: z.number().int().min(1).max(1_000_000).optional(),
  seed: z.number().int().min(0).max(4_294_967_295).optional(),
})

export function faultRoutes(app: FastifyInstance, context: SimulatorContext): void {
  const notify = () => context.live.publish(undefined, { event: 'faults' })

  app.get('/simulator/faults', async () => ({ faults: context.faults.all(), modes: MODES_OF }))

  app.post('/simulator/faults', async (request, reply) => {
    const fault = parse(faultBody, request.body)
    if (!MODES_OF[fault.target].includes(fault.mode)) {
      throw simulatorError(400, 'bad_request', `mode: '${fault.mode}' does not exist for '${fault.target}'`)
    }
    const { id } = context.faults.add(fault)
    notify()
    return reply.code(201).send({ id })
  })

  app.delete('/simulator/faults', async (_request, reply) => {
    context.faults.clear()
    notify()
    return reply.code(204).send()
  })

  app.delete<{ Params: { id: string } }>('/simulator/faults/:id', async (request, reply) => {
    if (!context.faults.remove(request.params.id)) {
      throw simulatorError(404, 'unknown_fault', `No fault '${request.params.id}'`)
    }
    notify()
    return reply.code(204).send()
  })
}
