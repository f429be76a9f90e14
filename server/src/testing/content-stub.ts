import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

type Respond = (response: ServerResponse, request: IncomingMessage) => void

export interface ContentStub {
  url: string
  /** Sets LINE's responses to requests for this message's content, in order; the last response is repeated. */
  content(messageId: string, ...responders: Respond[]): void
  preview(messageId: string, ...responders: Respond[]): void
  transcoding(messageId: string, ...responders: Respond[]): void
  /** Returns the kinds of requests for this message so far: `content`, `preview`, `transcoding`. */
  calls(messageId: string): string[]
  close(): Promise<void>
}

/**
 * Starts a stub of LINE's content API. Tests set its responses, including ones that neither LINE nor the simulator
 * sends. Without a response set by a test, the stub returns 404.
 */
export async function startContentStub(): Promise<ContentStub> {
  const responders = new Map<string, Respond[]>()
  const calls = new Map<string, string[]>()
  const server = createServer((request, response) => {
    const [, id = '', part = 'content'] =
      /^\/v2\/bot\/message\/([^/]+)\/content(?:\/(\w+))?$/.exec(request.url ?? '') ?? []
    calls.set(id, [...(calls.get(id) ?? []), part])
    const left = responders.get(`${part} ${id}`) ?? [refusal(404, 'not found')]
    const respond = left.length > 1 ? left.shift() : left[0]
    respond?.(response, request)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    content: (id, ...given) => responders.set(`content ${id}`, given),
    preview: (id, ...given) => responders.set(`preview ${id}`, given),
    transcoding: (id, ...given) => responders.set(`transcoding ${id}`, given),
    calls: (id) => calls.get(id) ?? [],
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

/** Returns a response with this content; `headers` may remove the content length. */
export function bytes(content: Buffer, headers: Record<string, string> = {}): Respond {
  return (response) => {
    response.writeHead(200, {
      'content-type': 'application/octet-stream',
      'content-length': content.length,
      ...headers,
    })
    response.end(content)
  }
}

/** Returns a response whose content has no declared length. */
export function chunked(...parts: Buffer[]): Respond {
  return (response) => {
    response.writeHead(200, { 'content-type': 'application/octet-stream' })
    for (const part of parts) response.write(part)
    response.end()
  }
}

/** Returns a response whose connection breaks in the middle of the content. */
export function breakConnection(content: Buffer, after: number): Respond {
  return (response) => {
    response.writeHead(200, { 'content-length': content.length })
    response.write(content.subarray(0, after), () => response.destroy())
  }
}

/** Returns a response that stops after a part of the content but keeps the connection open. */
export function stallAfter(content: Buffer, after: number): Respond {
  return (response) => {
    response.writeHead(200, { 'content-length': content.length })
    response.write(content.subarray(0, after))
  }
}

export function json(body: unknown): Respond {
  return (response) =>
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}

export function preparing(): Respond {
  return (response) => response.writeHead(202).end()
}

export function refusal(status: number, message: string, headers: Record<string, string> = {}): Respond {
  return (response) =>
    response
      .writeHead(status, { 'content-type': 'application/json', ...headers })
      .end(JSON.stringify({ message }))
}

/** Returns a responder that accepts the request and never responds. */
export function respondNever(): Respond {
  return () => {}
}
