import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

interface StubResponse {
  status: number
  body: unknown
}

/** Stub of LINE Login's API. Tests set its responses, including ones that neither LINE nor the simulator sends. */
export interface LineLoginStub {
  url: string
  token: StubResponse
  profile: StubResponse
  close(): Promise<void>
}

export async function startLineLoginStub(): Promise<LineLoginStub> {
  const responses: LineLoginStub = {
    url: '',
    token: { status: 400, body: { error: 'invalid_grant' } },
    profile: { status: 403, body: {} },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
  const server = createServer((request, response) => {
    const { status, body } = request.url === '/oauth2/v2.1/token' ? responses.token : responses.profile
    response
      .writeHead(status, { 'content-type': 'application/json', connection: 'close' })
      .end(JSON.stringify(body))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  responses.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return responses
}
