import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import getPort from 'get-port'
import { expect, test } from 'vitest'
import { hostileUploads } from '../testing/hostile-uploads.ts'
import { serverVariables, startServerProcess } from '../testing/server-process.ts'
import { createTestDatabase } from '../testing/test-database.ts'

const MAX_GROWTH_BYTES = 200 * 1024 ** 2

// Short version of `pnpm soak hostile-uploads`, which sends ten thousand hostile files.
test('the server stores nothing of a hundred hostile uploads, and stays usable', {
  timeout: 480_000,
}, async () => {
  const database = await createTestDatabase()
  const dataDir = mkdtempSync(join(tmpdir(), 'desk-hostile-'))
  const server = await startServerProcess(
    serverVariables({ port: await getPort(), dataDir, database, lineUrl: 'http://127.0.0.1:9' }),
  )
  try {
    const { responses, wrong, refusedGood, strays, memory } = await hostileUploads({
      url: server.url,
      pid: server.pid,
      db: database.db,
      mediaDir: join(dataDir, 'media'),
      uploads: 100,
      seed: 7,
      calmWithinMs: 0,
    })
    expect({ wrong, refusedGood, strays }).toEqual({ wrong: [], refusedGood: [], strays: [] })
    expect(Object.keys(responses).length).toBeGreaterThan(4)
    expect(responses['200']).toBeGreaterThan(5)
    expect(memory.peak - memory.before).toBeLessThan(MAX_GROWTH_BYTES)
    expect((await server.end('SIGTERM')).code).toBe(0)
  } finally {
    await server.end('SIGKILL')
    await database.drop()
    rmSync(dataDir, { recursive: true, force: true })
  }
})
