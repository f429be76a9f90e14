import * as z from 'zod'

/** An OpenAI-compatible chat endpoint. */
interface ChatEndpoint {
  /** Base URL without a trailing slash, such as `https://api.example.com/v1`. */
  url: string
  /** null: it asks for none. */
  key: string | null
  model: string
}

export interface ChatMessage {
  role: 'system' | 'user'
  content: string
}

/** Why there is no completion; `detail` is for the log alone. */
export class ChatFailure extends Error {
  readonly reason: 'late' | 'refused' | 'unreachable' | 'unreadable'

  constructor(reason: ChatFailure['reason'], detail: string) {
    super(detail)
    this.name = 'ChatFailure'
    this.reason = reason
  }
}

/** A completion is short; what is longer is none. */
const MAX_ANSWER_BYTES = 64 * 1024
const MAX_TOKENS = 800

const Completion = z.object({
  choices: z.array(z.object({ message: z.object({ content: z.string() }) })).min(1),
})

/** Asks for one completion: once, without redirects, and within `timeoutMs`. Throws `ChatFailure`. */
export async function completeChat(
  endpoint: ChatEndpoint,
  messages: readonly ChatMessage[],
  timeoutMs: number,
): Promise<string> {
  const signal = AbortSignal.timeout(timeoutMs)
  let text: string
  try {
    const response = await fetch(`${endpoint.url}/chat/completions`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json',
        ...(endpoint.key === null ? {} : { authorization: `Bearer ${endpoint.key}` }),
      },
      body: JSON.stringify({
        model: endpoint.model,
        messages,
        temperature: 0,
        max_tokens: MAX_TOKENS,
        stream: false,
      }),
      redirect: 'error',
      signal,
    })
    if (!response.ok) {
      await response.body?.cancel()
      throw new ChatFailure('refused', `the chat endpoint answered ${response.status}`)
    }
    text = await readBounded(response)
  } catch (error) {
    if (error instanceof ChatFailure) throw error
    const reason = signal.aborted ? 'late' : 'unreachable'
    throw new ChatFailure(reason, `the chat endpoint could not be asked: ${(error as Error).name}`)
  }
  const content = Completion.safeParse(parseJson(text)).data?.choices[0]?.message.content
  if (content === undefined) throw new ChatFailure('unreadable', 'the chat endpoint answered something else')
  return content
}

async function readBounded(response: Response): Promise<string> {
  const parts: Uint8Array[] = []
  let bytes = 0
  for await (const part of response.body ?? []) {
    bytes += part.byteLength
    if (bytes > MAX_ANSWER_BYTES) throw new ChatFailure('unreadable', 'the chat endpoint answered too much')
    parts.push(part)
  }
  return Buffer.concat(parts).toString('utf8')
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
