import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import getPort from 'get-port'
import { KNOWLEDGE_SOURCES } from 'shared/contract/constants.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { knowledgeStorm } from '../testing/knowledge-storm.ts'
import { type ServerProcess, serverVariables, startServerProcess } from '../testing/server-process.ts'
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts'
import { signInStaff } from '../testing/test-desk.ts'

let dataDir: string
let database: TestDatabase
beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'knowledge-storm-'))
  database = await createTestDatabase()
})
afterAll(async () => {
  await database?.drop()
  rmSync(dataDir, { recursive: true, force: true })
})

test('confirmed knowledge changes survive killed servers, and searches match the stored entries', async () => {
  const report = await knowledgeStorm({ dataDir: join(dataDir, 'storm'), database, kills: 2, seed: 1 })
  expect(report).toMatchObject({ lost: [], doubled: [], unlikeIndex: [], torn: [] })
  expect(report.answered).toBeGreaterThan(0)
}, 300_000)

test('searches on two servers return the same results within a second after a change', async () => {
  const { token } = await signInStaff(database.db, { role: 'BUSINESS' })
  const start = async (name: string) =>
    startServerProcess(
      serverVariables({
        port: await getPort(),
        dataDir: join(dataDir, name),
        database,
        lineUrl: 'http://127.0.0.1:9',
      }),
    )
  const post = async ({ url }: ServerProcess, path: string, body: object) => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
    const response = await fetch(url + path, { method: 'POST', headers, body: JSON.stringify(body) })
    return (await response.json()) as { results: { content: string }[] }
  }
  const servers = [await start('one'), await start('two')] as const
  const [one, two] = servers
  try {
    for (const name of ['กุหลาบ', 'มะลิ', 'ทานตะวัน']) {
      await post(one, '/kb/upsert', { source: KNOWLEDGE_SOURCES.promotion, text: `โปรดอก${name}ลด 20%` })
      const search = (server: ServerProcess) => post(server, '/kb/search', { query: `ดอก${name}ลดเท่าไหร่` })
      // Checks that the first search on the other server already finds the new text.
      const other = await search(two)
      expect(other.results[0]?.content).toBe(`โปรดอก${name}ลด 20%`)
      expect(await search(one)).toEqual(other)
    }
  } finally {
    await Promise.all(servers.map((server) => server.end('SIGTERM')))
  }
}, 120_000)
