import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import getPort from 'get-port'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ServerProcess, serverVariables, startServerProcess } from '../testing/server-process.ts'
import { TestSocket } from '../testing/test-socket.ts'
import { useTestDesk } from '../testing/use-test-desk.ts'

/** Polling interval in ms, shorter than that of a browser. */
const POLL_MS = 50
/** Long timeout, because starting two servers takes long on a busy machine. */
const WITHIN = { timeout: 30_000, interval: POLL_MS }

const desk = useTestDesk()
const dataDir = mkdtempSync(join(tmpdir(), 'desk-two-servers-'))
let here: ServerProcess
let there: ServerProcess

const start = async (name: string) =>
  startServerProcess(
    serverVariables({
      port: await getPort(),
      dataDir: join(dataDir, name),
      database: desk.database,
      lineUrl: 'http://127.0.0.1:9',
    }),
  )

beforeAll(async () => {
  here = await start('here')
  there = await start('there')
}, 180_000)
afterAll(async () => {
  await here?.end('SIGKILL')
  await there?.end('SIGKILL')
  rmSync(dataDir, { recursive: true, force: true })
})

test('the wallboard shows and removes staff of another server within 2 s, and of a killed server within 10 s', async () => {
  const watcher = await desk.signInAs({ role: 'BUSINESS' })
  const agent = await desk.signInAs({ displayName: 'กิตติ' })
  const isSeen = async () => {
    const response = await fetch(`${here.url}/api/staff/wallboard`, { headers: watcher.headers })
    const { staff } = (await response.json()) as { staff: { id: string }[] }
    return staff.some(({ id }) => id === agent.staffId)
  }
  const secondsUntil = async (seen: boolean) => {
    const from = performance.now()
    await expect.poll(isSeen, WITHIN).toBe(seen)
    return (performance.now() - from) / 1_000
  }
  expect(await isSeen()).toBe(false)
  const page = new TestSocket(there.url, agent.token)
  await page.receivesType('hello')
  const came = await secondsUntil(true)
  page.socket.close()
  await page.closed
  const left = await secondsUntil(false)
  expect(came).toBeLessThan(2)
  expect(left).toBeLessThan(2)

  // A killed server cannot report that its staff have left. Its staff are removed after 7.5 s without a report.
  const again = new TestSocket(there.url, agent.token)
  await again.receivesType('hello')
  expect(await secondsUntil(true)).toBeLessThan(2)
  await there.end('SIGKILL')
  const died = await secondsUntil(false)
  expect(died).toBeLessThan(10)
  const texts = Object.entries({ came, left, died }).map(([what, took]) => `${what} ${took.toFixed(2)} s`)
  console.info(`the wall of another server: ${texts.join(', ')}`)
}, 120_000)
