import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

const CONTENT_AFTER_MS = 1_000
const PICTURE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

/** Starts a LINE mock that has a profile for every user, and takes one second to return the content of a message. */
export async function startSlowLine(): Promise<{ url: string; close(): void }> {
  const server = createServer((request, response) => {
    const isContent = request.url?.includes('/content') === true
    const respond = () => {
      const body = isContent
        ? PICTURE
        : JSON.stringify({ displayName: 'สมหญิง', userId: request.url?.split('/').at(-1) })
      response.writeHead(200, { 'content-type': isContent ? 'image/png' : 'application/json' }).end(body)
    }
    if (isContent) setTimeout(respond, CONTENT_AFTER_MS)
    else respond()
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => {
      server.close()
      server.closeAllConnections()
    },
  }
}
