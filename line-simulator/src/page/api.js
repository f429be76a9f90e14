/** Timeout of a request in ms. It covers the upload of a large video and the desk's two seconds for the webhook. */
const CALL_LIMIT_MS = 60_000

/** Error for a response other than 2xx. `code` is the simulator's error code. */
export class CallError extends Error {
  constructor(status, code, message) {
    super(message)
    this.status = status
    this.code = code
  }
}

async function call(method, path, body) {
  const response = await fetch(path, {
    method,
    headers: body ? { 'content-type': 'application/json' } : {},
    body: body && JSON.stringify(body),
    signal: AbortSignal.timeout(CALL_LIMIT_MS),
  })
  const data = response.status === 204 ? undefined : await response.json()
  if (!response.ok) throw new CallError(response.status, data?.code, data?.message)
  return data
}

const query = (values) => new URLSearchParams(values).toString()

export const readState = () => call('GET', '/simulator/state')
export const readThreads = (channel_key) => call('GET', `/simulator/threads?${query({ channel_key })}`)
export const readConversation = (channel_key, user_id) =>
  call('GET', `/simulator/conversation?${query({ channel_key, user_id })}`)
export const sendMessage = (body) => call('POST', '/simulator/messages', body)
export const sendEvent = (body) => call('POST', '/simulator/events', body)
export const addCustomer = (display_name) => call('POST', '/simulator/customers', { display_name })

export const readChannel = (key) => call('GET', `/simulator/channels/${key}`)
export const setChannel = (key, fields) => call('PATCH', `/simulator/channels/${key}`, fields)
export const verifyWebhook = (key) => call('POST', `/simulator/channels/${key}/verify`)
export const readFaults = () => call('GET', '/simulator/faults')
export const addFault = (fault) => call('POST', '/simulator/faults', fault)
export const removeFault = (id) => call('DELETE', `/simulator/faults/${id}`)
export const clearFaults = () => call('DELETE', '/simulator/faults')

/**
 * Subscribes to the live events of a channel. `handlers` contains a handler for each event name, and `open`, which
 * is called after each (re)connection. Returns a function that unsubscribes.
 */
export function listen(channel_key, handlers) {
  const source = new EventSource(`/simulator/events?${query({ channel_key })}`)
  for (const [name, handler] of Object.entries(handlers)) {
    source.addEventListener(name, (event) => handler(event.data ? JSON.parse(event.data) : undefined))
  }
  return () => source.close()
}
