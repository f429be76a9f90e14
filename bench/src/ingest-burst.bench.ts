import { randomBytes } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { type StandaloneServer, startStandaloneServer } from './standalone-server.ts'
import { percentile, summary } from './statistics.ts'

const TICKETS = 200
const QUIET_CALLS = 100
const BURST = 500
const BURSTS = 3

const stranger = () => `U${randomBytes(16).toString('hex')}`

const RETRY_MS = 25

async function untilApplied(desk: StandaloneServer): Promise<void> {
  for (;;) {
    const { rowCount } = await desk.db.$client.query(
      'select from line_events where applied_at is null limit 1',
    )
    if (rowCount === 0) return
    await pause(RETRY_MS)
  }
}

/** Sends 500 simultaneous webhooks while a staff member opens a list. LINE's timeout for a response is two seconds. */
export async function bench(): Promise<void> {
  const desk = await startStandaloneServer()
  try {
    for (let count = 0; count < TICKETS; count += 1) await desk.customerWrites(stranger(), 'สวัสดีค่ะ')
    const list = async () => {
      const began = performance.now()
      await desk.call('/api/staff/tickets?status=OPEN')
      return performance.now() - began
    }
    const [quiet, busy]: [number[], number[]] = [[], []]
    for (let count = 0; count < QUIET_CALLS; count += 1) quiet.push(await list())
    const responses: number[] = []
    const customerWrites = async () => {
      const began = performance.now()
      await desk.customerWrites(stranger(), 'ช่วยด้วย')
      responses.push(performance.now() - began)
    }
    const [stored, applied]: [number[], number[]] = [[], []]
    for (let round = 0; round < BURSTS; round += 1) {
      let hasEnded = false
      const began = performance.now()
      const burst = Promise.all(Array.from({ length: BURST }, customerWrites))
        .then(() => stored.push(performance.now() - began))
        .then(() => untilApplied(desk))
        .finally(() => {
          hasEnded = true
          applied.push(performance.now() - began)
        })
      while (!hasEnded) busy.push(await list())
      await burst
    }
    console.log(summary('list, quiet', quiet))
    console.log(summary(`list, ${BURST} webhooks at once`, busy))
    console.log(summary('responses to LINE', responses))
    console.log(summary('until all have a response', stored))
    console.log(summary('until all are in tickets', applied))
    console.log(`ratio of p95: ${(percentile(busy, 0.95) / percentile(quiet, 0.95)).toFixed(1)}`)
  } finally {
    await desk.stop()
  }
}
