import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { runningSimulator } from '../testing/world.fixture.ts'

const PUBLIC = 'https://media.desk.example'

/** Starts a desk that serves images by path, and a simulator that knows the public base URL of the images. */
async function mediaWorld(files: Record<string, { type: string; size: number }>) {
  const requestedPaths: string[] = []
  const server = createServer((request, response) => {
    const path = request.url ?? ''
    requestedPaths.push(path)
    const file = files[path]
    if (!file) return response.writeHead(404).end()
    return response.writeHead(200, { 'content-type': file.type }).end(Buffer.alloc(file.size))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const deskUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const simulator = await runningSimulator({ deskUrl, publicMediaUrl: `${PUBLIC}/` })
  const see = async (url: string, use = 'original') => {
    const response = await fetch(`${simulator.url}/simulator/media?${new URLSearchParams({ url, use })}`)
    return { status: response.status, type: response.headers.get('content-type') }
  }
  return { see, requestedPaths, simulator }
}

test('images at public URLs of the desk are fetched from the local desk', async () => {
  const { see, requestedPaths, simulator } = await mediaWorld({
    '/p/a.jpg': { type: 'image/jpeg', size: 10 },
  })
  expect(await see(`${PUBLIC}/p/a.jpg`)).toEqual({ status: 200, type: 'image/jpeg' })
  expect(requestedPaths).toEqual(['/p/a.jpg'])
  const state = await (await fetch(`${simulator.url}/simulator/state`)).json()
  expect(state).toMatchObject({ media: { public_url: PUBLIC } })
})

test("rejects images that LINE's app would not show", async () => {
  const { see } = await mediaWorld({
    '/p/a.webp': { type: 'image/webp', size: 10 },
    '/p/large.png': { type: 'image/png', size: 1024 * 1024 + 1 },
  })
  expect((await see(`${PUBLIC}/p/a.webp`)).status).toBe(502)
  expect((await see(`${PUBLIC}/p/large.png`, 'preview')).status).toBe(502)
  expect((await see(`${PUBLIC}/p/large.png`)).status).toBe(200)
  expect((await see(`${PUBLIC}/p/gone.png`)).status).toBe(502)
})

test("fetches no image from a URL that is not the desk's", async () => {
  const { see, requestedPaths } = await mediaWorld({})
  for (const url of [
    `${PUBLIC}.evil.example/p/a.jpg`,
    'http://127.0.0.1:1/a.jpg',
    `${PUBLIC}@evil.example/a`,
  ]) {
    expect((await see(url)).status).toBe(404)
  }
  expect(requestedPaths).toEqual([])
})
