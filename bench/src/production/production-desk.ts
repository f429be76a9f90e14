import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { connect } from 'node:http2'
import { setTimeout as pause } from 'node:timers/promises'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { signInByHttp } from '../../../e2e/src/sign-in.ts'
import { TestSocket } from '../../../server/src/testing/test-socket.ts'
import type { LineSimulatorProcess } from './line-simulator-process.ts'

const WITHIN_MS = 30_000
const A_IMAGE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

export class ProductionDesk {
  private readonly url: string
  private readonly line: LineSimulatorProcess
  private token = ''
  private ticketId = ''
  private socket: TestSocket | undefined

  constructor(url: string, line: LineSimulatorProcess) {
    this.url = url
    this.line = line
  }

  trust(file: string): void {
    setDefaultCACertificates([...getCACertificates('default'), readFileSync(file, 'utf8')])
  }

  async checkProxy(): Promise<{ what: string; holds: boolean }[]> {
    const plain = await fetch('http://localhost/queue', { redirect: 'manual' })
    const page = await fetch(`${this.url}/`)
    const watched = await fetch(`${this.url}/readyz`)
    const large = async (path: string) => {
      const body = 'x'.repeat(3_000_000)
      const response = await fetch(`${this.url}${path}`, { method: 'POST', body }).catch(() => undefined)
      return response?.status
    }
    const webhook = await large('/line/webhook/main')
    return [
      { what: 'port 80 redirects to TLS', holds: plain.headers.get('location') === `${this.url}/queue` },
      {
        what: 'the page is served, with HSTS',
        holds: page.ok && page.headers.has('strict-transport-security'),
      },
      { what: 'HTTP/2 is supported', holds: (await this.http2Status()) === 200 },
      { what: 'no detail of /readyz without the token', holds: (await watched.text()) === '{"status":"ok"}' },
      { what: 'a webhook of 3 MB is refused', holds: webhook === undefined || webhook === 413 },
      { what: 'an image of 3 MB reaches the desk', holds: (await large('/api/staff/upload')) === 401 },
    ]
  }

  async tryToSignIn(): Promise<string> {
    try {
      return await this.signIn()
    } catch (error) {
      return /"code":"(\w+)"/.exec((error as Error).message)?.[1] ?? (error as Error).message
    }
  }

  async signIn(): Promise<string> {
    this.token = await signInByHttp(this.url, this.line.manager)
    const { profile } = await this.call<{ profile: { role: string } }>('/auth/me')
    return profile.role
  }

  async isSignedOut(): Promise<boolean> {
    const { status } = await fetch(`${this.url}/auth/me`, {
      headers: { authorization: `Bearer ${this.token}` },
    })
    return status === 401
  }

  async customerWrites(text: string): Promise<void> {
    const status = await this.line.customerWrites(text)
    if (status !== 200) throw new Error(`the webhook returned ${status}`)
  }

  async messages(): Promise<string[]> {
    const { items } = await this.call<{ items: { id: string }[] }>('/api/staff/tickets')
    this.ticketId = items[0]?.id ?? ''
    const path = `/api/staff/tickets/${this.ticketId}/messages`
    const { items: messages } = await this.call<{ items: { text: string | null }[] }>(path)
    return messages.map(({ text }) => text ?? '')
  }

  /** Waits for the message, because the response to a webhook may arrive before its message is applied. */
  async hasMessage(text: string): Promise<boolean> {
    const deadline = performance.now() + WITHIN_MS
    while (!(await this.messages()).includes(text)) {
      if (performance.now() > deadline) return false
      await pause(100)
    }
    return true
  }

  async openSocket(): Promise<void> {
    this.socket = new TestSocket(this.url, this.token)
    await this.socket.receivesType('hello')
    await this.socket.subscribe(this.ticketId)
  }

  async received(text: string): Promise<void> {
    await this.socket?.receives((event) => event.type === 'message' && event.data.text === text)
  }

  async closed(): Promise<number | undefined> {
    return this.socket?.closed
  }

  async reply(text: string): Promise<void> {
    await this.call(`/api/staff/tickets/${this.ticketId}/accept`, {})
    await this.call(`/api/staff/tickets/${this.ticketId}/send`, {
      type: 'text',
      text,
      client_message_id: randomUUID(),
    })
    const deadline = performance.now() + WITHIN_MS
    while (!(await this.line.received()).includes(text)) {
      if (performance.now() > deadline) throw new Error('the reply did not reach the customer')
      await pause(100)
    }
  }

  async upload(): Promise<string> {
    const body = new FormData()
    body.append('file', new File([A_IMAGE], 'slip.png', { type: 'image/png' }))
    const headers = { authorization: `Bearer ${this.token}` }
    const response = await fetch(`${this.url}/api/staff/upload`, { method: 'POST', headers, body })
    if (!response.ok) throw new Error(`the upload returned ${response.status}: ${await response.text()}`)
    return ((await response.json()) as { url: string }).url
  }

  async serves(url: string): Promise<boolean> {
    return (await fetch(url)).ok
  }

  async page(): Promise<string> {
    return (await fetch(`${this.url}/`)).text()
  }

  private async call<T>(path: string, body?: object): Promise<T> {
    const response = await fetch(`${this.url}${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { authorization: `Bearer ${this.token}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    if (!response.ok) throw new Error(`${path} returned ${response.status}: ${await response.text()}`)
    return (await response.json()) as T
  }

  private http2Status(): Promise<number | undefined> {
    return new Promise((resolve, reject) => {
      const client = connect(this.url)
      client.once('error', reject)
      const request = client.request({ ':path': '/healthz' })
      request.once('response', (headers) => {
        resolve(headers[':status'])
        client.close()
      })
      request.resume().end()
    })
  }
}
