import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { inboundStorm } from '../testing/inbound-storm.ts'
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts'

let dataDir: string
let database: TestDatabase
beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'inbound-storm-'))
  database = await createTestDatabase()
})
afterAll(async () => {
  await database?.drop()
  rmSync(dataDir, { recursive: true, force: true })
})

test('stores each message once and in order when events are duplicated, reordered and redelivered, and the server is killed', async () => {
  const report = await inboundStorm({ dataDir, database, events: 150, kills: 1, seed: 1 })
  expect(report).toMatchObject({ lost: [], doubled: [], disordered: [], stillRead: [], blank: [] })
  expect(report.again).toBeGreaterThan(0)
}, 300_000)
