import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { databaseOutage } from '../testing/database-outage.ts'

let dataDir: string
beforeAll(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'database-away-'))
})
afterAll(() => rmSync(dataDir, { recursive: true, force: true }))

test('the database goes twice under traffic and the server is killed twice: each acknowledged message is stored once and in order', async () => {
  const report = await databaseOutage({ dataDir, awayMs: 4_000, perSecond: 20, seed: 1 })
  expect(report).toMatchObject({ refused: [], lost: [], doubled: [], disordered: [] })
  expect(report.acknowledgedAway).toBeGreaterThan(50)
  const said = report.logged.map((line) => (JSON.parse(line) as { msg: string }).msg)
  expect(said.filter((msg) => msg === 'the database is away')).toHaveLength(2)
  expect(report.logged.filter((line) => line.includes('"stack"'))).toEqual([])
}, 300_000)
