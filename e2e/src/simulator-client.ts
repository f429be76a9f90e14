/** Client of the LINE simulator for tests. */
export interface SimulatorState {
  channels: { key: string; name: string }[]
  customers: { user_id: string; display_name: string }[]
  staff: { user_id: string; display_name: string; note: string }[]
}

export interface InboxMessage {
  id: string
  type: string
  text?: string
  via: 'reply' | 'push'
  retry_key?: string
  /** The message object that LINE received from the desk. */
  message: { originalContentUrl?: string }
}

const CALL_LIMIT_MS = 20_000

export class Simulator {
  readonly url: string

  constructor(url: string) {
    this.url = url
  }

  private async call<T>(
    path: string,
    body?: unknown,
    method = body === undefined ? 'GET' : 'POST',
  ): Promise<T> {
    const response = await fetch(`${this.url}${path}`, {
      method,
      ...(body === undefined
        ? {}
        : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(CALL_LIMIT_MS),
    })
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`)
    return (response.status === 204 ? undefined : await response.json()) as T
  }

  state(): Promise<SimulatorState> {
    return this.call('/simulator/state')
  }

  addCustomer(displayName?: string): Promise<{ user_id: string; display_name: string }> {
    return this.call('/simulator/customers', { display_name: displayName })
  }

  write(channelKey: string, userId: string, text: string): Promise<{ message_id: string; status: number }> {
    return this.call('/simulator/messages', {
      channel_key: channelKey,
      user_id: userId,
      message: { type: 'text', text },
    })
  }

  /** Sends an image as a customer. The desk treats images with the same bytes as the same image. */
  sendImage(channelKey: string, userId: string, bytes: Buffer): Promise<{ message_id: string }> {
    return this.call('/simulator/messages', {
      channel_key: channelKey,
      user_id: userId,
      message: { type: 'image' },
      content_base64: bytes.toString('base64'),
    })
  }

  /** Adds a customer who writes a first message, which opens a ticket. */
  async newCustomer(
    displayName: string,
    { text = 'สวัสดีค่ะ', to = 'main' }: { text?: string; to?: string } = {},
  ): Promise<{ user_id: string; display_name: string }> {
    const customer = await this.addCustomer(displayName)
    await this.write(to, customer.user_id, text)
    return customer
  }

  /** Sets whether LINE redelivers a channel's webhooks when the desk has not accepted them in time. */
  async setRedelivery(channelKey: string, redelivery: boolean): Promise<void> {
    await this.call(`/simulator/channels/${channelKey}`, { redelivery }, 'PATCH')
  }

  /**
   * Sends an event with the current time. Message types that the simulated phone supports are sent from the phone, so
   * that their content exists; other events are passed through unchanged.
   */
  async happen(channelKey: string, userId: string, event: Record<string, unknown>): Promise<void> {
    const { timestamp: _, ...happened } = event
    const target = { channel_key: channelKey, user_id: userId }
    if (isOfPhone(event)) await this.call('/simulator/messages', { ...target, message: event.message })
    else await this.call('/simulator/events', { ...target, event: happened })
  }

  async inbox(channelKey: string, userId: string): Promise<InboxMessage[]> {
    const query = new URLSearchParams({ channel_key: channelKey, user_id: userId })
    return (await this.call<{ messages: InboxMessage[] }>(`/simulator/inbox?${query}`)).messages
  }

  async staffWith(note: string, index = 0): Promise<{ user_id: string; display_name: string }> {
    const agents = (await this.state()).staff.filter((each) => each.note.includes(note))
    const staffMember = agents[index]
    if (!staffMember) throw new Error(`no ${note} number ${index} in the simulator`)
    return staffMember
  }
}

const OF_PHONE = ['text', 'image', 'video', 'audio', 'file', 'location', 'sticker']

function isOfPhone({ type, mode, deliveryContext, message }: Record<string, unknown>): boolean {
  const { isRedelivery } = deliveryContext as { isRedelivery: boolean }
  if (type !== 'message' || mode !== 'active' || isRedelivery) return false
  const { type: kind, markAsReadToken } = message as { type: string; markAsReadToken?: string }
  return markAsReadToken !== undefined && OF_PHONE.includes(kind)
}
