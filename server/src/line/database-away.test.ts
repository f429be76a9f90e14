import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { databaseOutage } from '../testing/database-outage.ts'
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts'

let dataDir: string
let database: TestDatabase
beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'database-away-'))
  database = await createTestDatabase()
})
afterAll(async () => {
  await database?.drop()
  rmSync(dataDir, { recursive: true, force: true })
})

test('each message is stored once and in order while the database fails twice and the server is killed', async () => {
  const report = await databaseOutage({
    dataDir,
    database,
    awayMs: 2_500,
    calmMs: 500,
    perSecond: 20,
    seed: 1,
  })
  expect(report).toMatchObject({ refused: [], lost: [], doubled: [], disordered: [] })
  expect(report.acknowledged).toBe(report.sent)
  expect(report.acknowledgedDuringOutage).toBeGreaterThan(40)
  const texts = report.logged.map((line) => (JSON.parse(line) as { msg: string }).msg)
  // Expects one log line per outage and server, because each server logs an outage separately.
  expect(texts.filter((msg) => msg === 'the database is unavailable')).toHaveLength(4)
  expect(report.logged.filter((line) => line.includes('"stack"'))).toEqual([])
}, 300_000)
