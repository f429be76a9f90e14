import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { SimulatorContext } from '../context.ts'
import { SimulatorError } from '../errors.ts'
import { DEFAULT_DELAY_MS, FAULT_MODES, FAULT_TARGETS, modeFits } from '../state/faults.ts'
import { parse } from './requests.ts'

const faultBody = z.object({
  target: z.enum(FAULT_TARGETS),
  mode: z.enum(FAULT_MODES),
  rate: z.number().min(0).max(1).default(1),
  delay_ms: z.number().int().min(0).max(60_000).default(DEFAULT_DELAY_MS),
})

/** Injects faults into the simulated LINE. */
export function faultRoutes(app: FastifyInstance, context: SimulatorContext): void {
  app.get('/simulator/faults', async () => ({ faults: context.faults.all() }))

  app.post('/simulator/faults', async (request, reply) => {
    const fault = parse(faultBody, request.body)
    if (!modeFits(fault.target, fault.mode)) {
      throw new SimulatorError(
        400,
        'bad_request',
        `mode: '${fault.mode}' does not exist for '${fault.target}'`,
      )
    }
    return reply.code(201).send({ id: context.faults.add(fault).id })
  })

  app.delete('/simulator/faults', async (_request, reply) => {
    context.faults.clear()
    return reply.code(204).send()
  })
}
