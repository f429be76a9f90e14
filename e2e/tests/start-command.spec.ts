import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import getPort from 'get-port'
import { launch, startProduct } from '../src/start-product.ts'

const ROOT = join(import.meta.dirname, '../..')

function occupy(port: number): Promise<Server> {
  return new Promise((resolve) => {
    const server = createServer()
    server.listen(port, '127.0.0.1', () => resolve(server))
  })
}

/** Returns the output of a `start` that fails. */
async function failure(env: NodeJS.ProcessEnv): Promise<string> {
  const outcome = await launch(ROOT, { ...process.env, ...env }).catch((error: Error) => error)
  if (outcome instanceof Error) return outcome.message
  outcome.child.kill('SIGTERM')
  throw new Error('it started, though it should not have')
}

test('the start command reports a port in use in one clear line', async () => {
  const [port, simulatorPort] = await Promise.all([getPort(), getPort()])
  const server = await occupy(port)
  const dataDir = mkdtempSync(join(tmpdir(), 'oa-desk-'))
  try {
    const printed = await failure({
      PORT: String(port),
      SIMULATOR_PORT: String(simulatorPort),
      DATA_DIR: dataDir,
    })
    expect(printed).toContain(`Port ${port} is already in use`)
    expect(printed).not.toMatch(/^\s+at /m)
  } finally {
    server.close()
    rmSync(dataDir, { recursive: true, force: true })
  }
})

test('the product starts from a long path with a space, twice on one data folder, and again after a kill', async () => {
  test.setTimeout(240_000)
  const home = mkdtempSync(join(tmpdir(), 'oa-desk-'))
  const dataDir = join(home, `a folder ${'x'.repeat(120)}`)
  const product = await startProduct({ dataDir, demo: false })
  try {
    const [port, simulatorPort] = await Promise.all([getPort(), getPort()])
    const second = await failure({
      PORT: String(port),
      SIMULATOR_PORT: String(simulatorPort),
      DATA_DIR: dataDir,
      DEMO: '0',
    })
    expect(second).toContain(`DATA_DIR ${dataDir} is already in use`)
    expect(second).not.toMatch(/^\s+at /m)
    expect((await fetch(`${product.deskUrl}/healthz`)).status).toBe(200)

    await product.stop('SIGKILL')
    await product.restart()
    expect((await fetch(`${product.deskUrl}/healthz`)).status).toBe(200)
    expect(product.output().trimEnd().split('\n').at(-1)).toBe(`ready ${product.deskUrl}`)
  } finally {
    await product.stop().catch(() => undefined)
    rmSync(home, { recursive: true, force: true })
  }
})
