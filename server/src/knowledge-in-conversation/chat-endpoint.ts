import * as z from 'zod'
import { networkReason } from '../log.ts'
import { callOpenAi, EndpointRefusal, EndpointUnreadable, type OpenAiEndpoint } from '../openai-endpoint.ts'

export interface ChatMessage {
  role: 'system' | 'user'
  content: string
}

/** Failure of a request to the chat endpoint. `detail` is only logged, never sent to the browser. */
export class ChatFailure extends Error {
  readonly reason: 'late' | 'refused' | 'unreachable' | 'unreadable'

  constructor(reason: ChatFailure['reason'], detail: string) {
    super(detail)
    this.name = 'ChatFailure'
    this.reason = reason
  }
}

const MAX_ANSWER_BYTES = 64 * 1024
const MAX_TOKENS = 800

const Completion = z.object({
  choices: z.array(z.object({ message: z.object({ content: z.string() }) })).min(1),
})

/** Requests a completion. Throws `ChatFailure`, also when `timeoutMs` has passed. */
export async function completeChat(
  endpoint: OpenAiEndpoint,
  messages: readonly ChatMessage[],
  timeoutMs: number,
): Promise<string> {
  const signal = AbortSignal.timeout(timeoutMs)
  const body = { messages, temperature: 0, max_tokens: MAX_TOKENS, stream: false }
  let response: unknown
  try {
    response = await callOpenAi(endpoint, '/chat/completions', body, { signal, maxBytes: MAX_ANSWER_BYTES })
  } catch (error) {
    throw failureOf(error, signal)
  }
  const content = Completion.safeParse(response).data?.choices[0]?.message.content
  if (content === undefined)
    throw new ChatFailure('unreadable', 'the chat endpoint returned an unexpected response')
  return content
}

function failureOf(error: unknown, { aborted }: AbortSignal): ChatFailure {
  if (error instanceof EndpointRefusal) return new ChatFailure('refused', `chat: ${error.message}`)
  if (error instanceof EndpointUnreadable) return new ChatFailure('unreadable', `chat: ${error.message}`)
  const reason = aborted ? 'late' : 'unreachable'
  return new ChatFailure(reason, `the request to the chat endpoint failed: ${networkReason(error)}`)
}
