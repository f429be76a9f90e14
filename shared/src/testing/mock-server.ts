/**
 * Response of the mock server to a call: a body with its status, a text with status 200, an error for a lost
 * connection, or no response.
 */
export type MockResponse = { status?: number; body?: unknown } | { text: string } | Error | 'never'

type MockResponseSource =
  | MockResponse
  | Promise<MockResponse>
  | ((query: Record<string, string>) => MockResponse)

export interface MockServer {
  requests: { call: string; query: Record<string, string>; headers: Headers; body: unknown }[]
  /**
   * Changes the response to later requests. A call that ends with `*` matches all calls with that prefix. A promise
   * delays the response. A function computes the response from the query.
   */
  respond: (call: string, response: MockResponseSource) => void
  /** Removes API calls, as on a server that does not support them. */
  remove: (...calls: string[]) => void
  stop: () => void
}

/** Replaces the page's fetch with a mock server. Calls that are missing in `responses` get status 404. */
export function startMockServer(responses: Record<string, MockResponse>): MockServer {
  const known = new Map<string, MockResponseSource>(Object.entries(responses))
  const original = globalThis.fetch
  const requests: MockServer['requests'] = []
  globalThis.fetch = async (input, init) => {
    const request = new Request(input, init)
    const { pathname, searchParams } = new URL(request.url)
    const call = `${request.method} ${pathname}`
    const text = await request.clone().text()
    const body = text === '' ? undefined : JSON.parse(text)
    const query = Object.fromEntries(searchParams)
    requests.push({ call, query, headers: request.headers, body })
    const given = known.get(call) ?? known.get([...known.keys()].find((key) => isPrefixOf(key, call)) ?? '')
    const found = (await (typeof given === 'function' ? given(query) : given)) ?? {
      status: 404,
      body: { code: 'not_found', message: 'ไม่พบข้อมูล' },
    }
    if (found instanceof Error) throw found
    if (found === 'never') return new Promise(() => undefined)
    if ('text' in found) return new Response(found.text, { headers: { 'Content-Type': 'text/html' } })
    return Response.json(found.body ?? {}, { status: found.status ?? 200 })
  }
  return {
    requests,
    respond: (call, response) => known.set(call, response),
    remove: (...calls) => {
      for (const call of calls) known.delete(call)
    },
    stop: () => {
      globalThis.fetch = original
    },
  }
}

const isPrefixOf = (key: string, call: string) => key.endsWith('*') && call.startsWith(key.slice(0, -1))
