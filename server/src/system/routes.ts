import type { FastifyInstance } from 'fastify'
import { healthz } from 'shared/contract/system/healthz.call.ts'
import type { Desk } from '../desk.ts'
import { DeskError } from '../errors.ts'
import { serveCall } from '../http/serve-call.ts'

const DATABASE_ANSWERS_WITHIN_MS = 1_000

export async function systemRoutes(app: FastifyInstance, desk: Desk): Promise<void> {
  serveCall(app, healthz, async () => {
    if (!(await databaseAnswers(desk))) throw new DeskError('unavailable')
    return { status: 'ok' as const }
  })
}

async function databaseAnswers(desk: Desk): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined
  const tooLate = new Promise<boolean>((resolve) => {
    timer = setTimeout(resolve, DATABASE_ANSWERS_WITHIN_MS, false)
  })
  const answered = desk.db.$client.query('select 1').then(
    () => true,
    () => false,
  )
  const answer = await Promise.race([answered, tooLate])
  clearTimeout(timer)
  return answer
}
