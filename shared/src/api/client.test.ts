import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { listCustomers } from '../contract/customers/list-customers.call.ts'
import { setVip } from '../contract/customers/set-vip.call.ts'
import { listMessages } from '../contract/messages/list-messages.call.ts'
import { sendMessage } from '../contract/messages/send-message.call.ts'
import { healthz } from '../contract/system/healthz.call.ts'
import { acceptTicket } from '../contract/tickets/accept-ticket.call.ts'
import { listTickets } from '../contract/tickets/list-tickets.call.ts'
import { ApiError, assigneeInError } from './api-error.ts'
import { type ApiOptions, createApi } from './client.ts'

const id = '7f3a91c2-5c1e-4f0a-9b7d-2f6e8a1c3d5b'

interface ReceivedRequest {
  method: string
  url: string
  headers: IncomingMessage['headers']
  body: string
}

/** A real HTTP server: `respond` writes the response, `received` contains the requests. */
let respond: (request: ReceivedRequest, response: ServerResponse) => void
let received: ReceivedRequest[] = []
let baseUrl = ''
const server = createServer(async (request, response) => {
  let body = ''
  for await (const chunk of request) body += chunk
  const entry = { method: request.method ?? '', url: request.url ?? '', headers: request.headers, body }
  received.push(entry)
  respond(entry, response)
})

beforeEach(async () => {
  received = []
  respond = (_, response) => reply(response, 200, { items: [], total: 0 })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterEach(async () => {
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
})

function reply(response: ServerResponse, status: number, body?: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' })
  response.end(typeof body === 'string' || body === undefined ? body : JSON.stringify(body))
}

const api = (options: ApiOptions = {}) => createApi({ baseUrl, token: () => 'secret', ...options })

async function errorOf(promise: Promise<unknown>): Promise<ApiError> {
  const error = await promise.then(
    () => null,
    (caught: unknown) => caught,
  )
  expect(error).toBeInstanceOf(ApiError)
  return error as ApiError
}

describe('requests of the API client', () => {
  test('an API call sends its path, query and headers', async () => {
    await api({ baseUrl: `${baseUrl}///`, channelKey: () => 'main' }).call(listTickets, {
      query: { page: 2, search: 'กานต์ & ชนก', unread_only: true, unassigned: false, channel_key: undefined },
    })
    const url = new URL(received[0]?.url ?? '', baseUrl)
    expect(url.pathname).toBe('/api/staff/tickets')
    expect(Object.fromEntries(url.searchParams)).toEqual({
      page: '2',
      search: 'กานต์ & ชนก',
      unread_only: '1',
      unassigned: '0',
    })
    expect(received[0]?.headers).toMatchObject({ authorization: 'Bearer secret', 'x-channel-key': 'main' })
    expect(received[0]?.headers['content-type']).toBeUndefined()
  })

  test('escapes path parameters, so that a parameter cannot change the path', async () => {
    respond = (_, response) => reply(response, 200, { id: 'c', display_name: 'x' })
    await api().call(setVip, { params: { id: '../a/b?c' }, body: { is_vip: true } })
    expect(received[0]?.url).toBe('/api/business/customers/..%2Fa%2Fb%3Fc/vip')
    expect(received[0]?.body).toBe('{"is_vip":true}')
    expect(received[0]?.headers['content-type']).toBe('application/json')
  })

  test('sends the token with public API calls too, and no header when there is no token', async () => {
    respond = (_, response) => reply(response, 200, 'ok')
    await api({ token: () => 'token-1' }).call(healthz)
    await api({ token: () => null }).call(healthz)
    expect(received.map((each) => each.headers.authorization)).toEqual(['Bearer token-1', undefined])
  })

  test('encodes a stored channel key with non-ASCII characters for the header', async () => {
    await api({ channelKey: () => 'โปรโมชั่น' }).call(listTickets, { query: {} })
    expect(received[0]?.headers['x-channel-key']).toBe(encodeURIComponent('โปรโมชั่น'))
  })
})

test('the API client decodes responses of other servers', async () => {
  respond = (_, response) => reply(response, 200, [{ id: 1, direction: 'out', media_url: 'https://x/1.png' }])
  const { items } = await api().call(listMessages, { params: { id }, query: {} })
  expect(items).toMatchObject([{ id: '1', direction: 'OUT', text: 'https://x/1.png' }])
})

describe('failed API calls', () => {
  test.each([
    [403, { code: 'forbidden_channel', message: 'forbidden_channel' }, 'forbidden_channel'],
    [403, { message: 'waiting_approval' }, 'waiting_approval'],
    [409, { detail: 'already_closed' }, 'already_closed'],
    [403, { message: 'ไม่ได้รับอนุญาต' }, 'forbidden'],
    [404, {}, 'not_found'],
    [409, undefined, 'conflict'],
    [429, '<html>slow down</html>', 'rate_limited'],
    [500, { message: 'boom' }, 'internal'],
    [502, '', 'unavailable'],
    [418, {}, 'unknown'],
    [500, { code: 'toString' }, 'internal'],
  ])('maps an error response with status %i and body %j to the code %s', async (status, body, code) => {
    respond = (_, response) => reply(response, status, body)
    const error = await errorOf(api().call(listTickets, { query: {} }))
    expect(error).toMatchObject({ status, code })
  })

  test('`serverMessage` is the server’s message, and null when the server sent only an error code', async () => {
    respond = (_, response) => reply(response, 403, { message: 'กรุณาติดต่อผู้ดูแล' })
    expect((await errorOf(api().call(listCustomers, { query: {} }))).serverMessage).toBe('กรุณาติดต่อผู้ดูแล')
    respond = (_, response) => reply(response, 403, { message: 'forbidden_channel' })
    expect((await errorOf(api().call(listCustomers, { query: {} }))).serverMessage).toBeNull()
  })

  test('an `already_accepted` error names the agent who accepted the ticket first', async () => {
    respond = (_, response) =>
      reply(response, 409, {
        code: 'already_accepted',
        message: 'x',
        assigned_to: { id: 'a', display_name: 'กิตติ' },
      })
    const error = await errorOf(api().call(acceptTicket, { params: { id } }))
    expect(error.code).toBe('already_accepted')
    expect(assigneeInError(error)?.display_name).toBe('กิตติ')
  })

  test('an API call rejects a response that cannot be parsed', async () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => {})
    respond = (_, response) => reply(response, 200, '<html>')
    expect(await errorOf(api().call(acceptTicket, { params: { id } }))).toMatchObject({
      code: 'bad_answer',
      status: 200,
    })
    expect(log).toHaveBeenCalledOnce()
    log.mockRestore()
  })

  test.each(['<html>', '', 'null', '{}', '[]', '{"data":[]}', '5'])(
    'does not read the body %j with status 200 as an empty list',
    async (body) => {
      vi.spyOn(console, 'error').mockImplementation(() => {})
      respond = (_, response) => response.writeHead(200, { 'content-type': 'text/html' }).end(body)
      const error = await errorOf(api().call(listTickets, { query: {} }))
      expect(error).toMatchObject({ code: 'bad_answer', status: 200 })
      vi.restoreAllMocks()
    },
  )

  test('an API call rejects a response from another origin after a redirect', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {})
    const response = new Response('{"items":[],"total":0}')
    Object.defineProperties(response, {
      redirected: { value: true },
      url: { value: 'https://portal.example/api/staff/tickets' },
    })
    const client = api({ baseUrl: 'https://desk.example', fetch: async () => response })
    expect((await errorOf(client.call(listTickets, { query: {} }))).code).toBe('bad_answer')
    vi.restoreAllMocks()
  })

  test('reports a network error when the server is unreachable', async () => {
    const error = await errorOf(api({ baseUrl: 'http://127.0.0.1:1' }).call(listTickets, { query: {} }))
    expect(error).toMatchObject({ code: 'network', status: 0 })
  })

  test('reports a network error when the connection ends in the middle of the response', async () => {
    respond = (_, response) => {
      response.writeHead(200, { 'content-length': '100' })
      response.write('{"items"')
      response.destroy()
    }
    expect((await errorOf(api().call(listTickets, { query: {} }))).code).toBe('network')
  })

  test('an API call times out before the response or in the middle of the response', async () => {
    respond = () => {}
    expect((await errorOf(api({ timeoutMs: 40 }).call(listTickets, { query: {} }))).code).toBe('timeout')
    respond = (_, response) => {
      response.writeHead(200)
      response.write('{')
    }
    expect((await errorOf(api({ timeoutMs: 40 }).call(listTickets, { query: {} }))).code).toBe('timeout')
  })

  test('an API call with its own timeout does not use the default timeout', async () => {
    respond = (_, response) => setTimeout(() => reply(response, 200, { items: [], total: 0 }), 120)
    const found = api({ timeoutMs: 40 }).call(listTickets, { query: {}, timeoutMs: 10_000 })
    expect((await found).total).toBe(0)
  })

  test('an aborted API call rejects with the abort reason of the caller', async () => {
    const controller = new AbortController()
    const reason = new Error('left the page')
    respond = () => controller.abort(reason)
    await expect(api().call(listTickets, { query: {}, signal: controller.signal })).rejects.toBe(reason)
  })
})

describe('responses with status 401', () => {
  test('calls onUnauthorized once per token, even when several API calls fail', async () => {
    let token = 'first'
    const ended = vi.fn()
    const client = api({ token: () => token, onUnauthorized: ended })
    respond = (_, response) => reply(response, 401, { code: 'unauthorized', message: 'x' })
    const ask = () => errorOf(client.call(listTickets, { query: {} }))
    await Promise.all([ask(), ask(), ask()])
    expect(ended).toHaveBeenCalledOnce()
    token = 'second'
    await ask()
    expect(ended).toHaveBeenCalledTimes(2)
  })

  test('ignores a 401 response for a token that was replaced during the API call', async () => {
    let token = 'first'
    const ended = vi.fn()
    respond = (_, response) => {
      token = 'second'
      reply(response, 401, {})
    }
    await errorOf(api({ token: () => token, onUnauthorized: ended }).call(listTickets, { query: {} }))
    expect(ended).not.toHaveBeenCalled()
  })

  test('a 401 response ends the session each time the stored token is missing', async () => {
    let token: string | null = null
    const ended = vi.fn()
    const client = api({ token: () => token, onUnauthorized: ended })
    respond = ({ headers }, response) =>
      headers.authorization ? reply(response, 200, { items: [], total: 0 }) : reply(response, 401, {})
    const ask = () => client.call(listTickets, { query: {} })
    await errorOf(ask())
    await errorOf(ask())
    expect(ended).toHaveBeenCalledOnce()
    token = 'secret'
    await ask()
    token = null
    await errorOf(ask())
    expect(ended).toHaveBeenCalledTimes(2)
  })

  test('does not end the session when a public API call returns 401', async () => {
    const ended = vi.fn()
    respond = (_, response) => reply(response, 401, {})
    await errorOf(api({ token: () => null, onUnauthorized: ended }).call(healthz))
    expect(ended).not.toHaveBeenCalled()
  })
})

test('API calls with missing or wrong input do not compile', () => {
  const client = createApi()
  const never = () => {
    // @ts-expect-error the id is missing
    void client.call(acceptTicket)
    // @ts-expect-error no such type of message
    void client.call(sendMessage, { params: { id }, body: { type: 'video', text: 'x' } })
    // @ts-expect-error this call has no body
    void client.call(acceptTicket, { params: { id }, body: {} })
    void client.call(healthz)
  }
  expect(never).toBeTypeOf('function')
})
