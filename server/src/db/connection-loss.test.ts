import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import getPort from 'get-port'
import { type RunningSimulator, startSimulator } from 'line-simulator/simulator.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connectionStorm } from '../testing/connection-storm.ts'
import { connectSimulator } from '../testing/line-world.ts'
import { type ServerProcess, serverVariables, startServerProcess } from '../testing/server-process.ts'
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts'

// Short version of `pnpm soak connections`.
const ROUNDS = 20

let database: TestDatabase
let simulator: RunningSimulator
let server: ServerProcess
let dataDir: string
beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'connection-loss-'))
  database = await createTestDatabase()
  simulator = await startSimulator({ dataDir, deskUrl: 'http://127.0.0.1:9', port: 0 })
  await connectSimulator(database.db, simulator)
  server = await startServerProcess(
    serverVariables({ port: await getPort(), dataDir, database, lineUrl: simulator.url }),
  )
})
afterAll(async () => {
  await server?.end('SIGKILL')
  await simulator?.close()
  await database?.drop()
  rmSync(dataDir, { recursive: true, force: true })
})

test('the server survives 20 lost database connections under traffic and loses or repeats no acknowledged message', async () => {
  const report = await connectionStorm({
    deskUrl: server.url,
    simulator,
    ownerAddress: database.ownerAddress,
    rounds: ROUNDS,
    seed: 1,
  })
  expect(report).toMatchObject({ unexpected: [], lost: [], doubled: [], disordered: [] })
  expect(report.ended).toBeGreaterThan(ROUNDS)
  expect(report.refused).toBeGreaterThan(0)
  // The process ends normally on SIGTERM, which shows that the server was not restarted during the test.
  expect(await server.end('SIGTERM')).toEqual({ code: 0, signal: null })
}, 300_000)
