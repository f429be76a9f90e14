export interface OpenAiEndpoint {
  /** Base URL of the endpoint without a trailing slash, such as `https://api.example.com/v1`. */
  url: string
  key: string | null
  model: string
}

export class EndpointRefusal extends Error {
  readonly status: number

  constructor(status: number) {
    super(`the endpoint returned status ${status}`)
    this.name = 'EndpointRefusal'
    this.status = status
  }
}

/** Error for a response that is not JSON or is too large. */
export class EndpointUnreadable extends Error {}

/** Does not follow redirects, which could send the key elsewhere. Throws EndpointRefusal, EndpointUnreadable. */
export async function callOpenAi(
  { url, key, model }: OpenAiEndpoint,
  path: string,
  body: object,
  { signal, maxBytes }: { signal: AbortSignal; maxBytes: number },
): Promise<unknown> {
  const response = await fetch(`${url}${path}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json',
      ...(key !== null && { authorization: `Bearer ${key}` }),
    },
    body: JSON.stringify({ model, ...body }),
    redirect: 'error',
    signal,
  })
  if (!response.ok) {
    await response.body?.cancel()
    throw new EndpointRefusal(response.status)
  }
  const text = await boundedText(response, maxBytes)
  try {
    return JSON.parse(text)
  } catch {
    throw new EndpointUnreadable('the endpoint returned no JSON')
  }
}

async function boundedText(response: Response, maxBytes: number): Promise<string> {
  const parts: Uint8Array[] = []
  let bytes = 0
  for await (const part of response.body ?? []) {
    bytes += part.byteLength
    if (bytes > maxBytes) throw new EndpointUnreadable('the response of the endpoint is too large')
    parts.push(part)
  }
  return Buffer.concat(parts).toString('utf8')
}
