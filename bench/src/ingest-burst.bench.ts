import { randomBytes } from 'node:crypto'
import { startLoneServer } from './lone-server.ts'
import { percentile, summary } from './statistics.ts'

const TICKETS = 200
const QUIET_CALLS = 100
const BURST = 500
const BURSTS = 3

const stranger = () => `U${randomBytes(16).toString('hex')}`

/** What a member of staff who opens a list notices of 500 webhooks that come at once: the same call, quiet and in the burst. */
export async function bench(): Promise<void> {
  const desk = await startLoneServer()
  try {
    for (let count = 0; count < TICKETS; count += 1) await desk.customerWrites(stranger(), 'สวัสดีค่ะ')
    const list = async () => {
      const began = performance.now()
      const headers = { authorization: `Bearer ${desk.token}` }
      const answer = await fetch(`${desk.url}/api/staff/tickets?status=OPEN`, { headers })
      await answer.arrayBuffer()
      if (answer.status !== 200) throw new Error(`the list answered ${answer.status}`)
      return performance.now() - began
    }
    const [quiet, busy]: [number[], number[]] = [[], []]
    for (let count = 0; count < QUIET_CALLS; count += 1) quiet.push(await list())
    const took: number[] = []
    for (let round = 0; round < BURSTS; round += 1) {
      let isOver = false
      const began = performance.now()
      const burst = Promise.all(
        Array.from({ length: BURST }, () => desk.customerWrites(stranger(), 'ช่วยด้วย')),
      ).finally(() => {
        isOver = true
        took.push(performance.now() - began)
      })
      while (!isOver) busy.push(await list())
      await burst
    }
    console.log(summary('list, quiet', quiet))
    console.log(summary(`list, ${BURST} webhooks at once`, busy))
    console.log(summary('the burst itself', took))
    console.log(`ratio of p95: ${(percentile(busy, 0.95) / percentile(quiet, 0.95)).toFixed(1)}`)
  } finally {
    await desk.stop()
  }
}
