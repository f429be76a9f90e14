import type { Suggestion } from '../contract/suggestions/suggestion.ts'
import { MockRefusal } from './mock-refusal.ts'

/** In-memory suggestions with the responses of their calls. */
export class MockSuggestions {
  items: Suggestion[] = []
  /** True when the user may add suggestions for all channels. */
  canShare = true

  /** Handles an API call. Returns undefined for an unknown call or a deleted suggestion. */
  respond(method: string, path: string, body: unknown, channelKey: string | null): unknown {
    const [, id, action] = /^\/api\/staff\/suggestions(?:\/([^/]+))?(?:\/(\w+))?$/.exec(path) ?? []
    const fields = (body ?? {}) as Partial<Suggestion> & { before?: string | null; was?: string }
    if (id === undefined) return method === 'GET' ? this.#list(channelKey) : this.#add(fields)
    const index = this.items.findIndex((each) => each.id === id)
    const item = this.items[index]
    if (item === undefined) return undefined
    if (action === 'move') {
      const others = this.items.toSpliced(index, 1)
      const at = others.findIndex((each) => each.id === fields.before)
      this.items = others.toSpliced(at < 0 ? this.#endOf(others, item) : at, 0, item)
    } else if (method === 'DELETE') this.items = this.items.toSpliced(index, 1)
    else if (fields.was !== undefined && fields.was !== item.text) throw new MockRefusal(409, 'conflict')
    else {
      this.items = this.items.with(index, { ...item, text: fields.text ?? item.text })
      return this.items[index]
    }
    return { ok: true }
  }

  #list(channelKey: string | null) {
    const items = this.items.filter(({ channel_key }) => channel_key === null || channel_key === channelKey)
    return {
      items: items.toSorted((a, b) => Number(a.channel_key === null) - Number(b.channel_key === null)),
      can_share: this.canShare,
    }
  }

  #add({ text = null, image_url = null, channel_key = null }: Partial<Suggestion>): Suggestion {
    const item = mockSuggestion({ text, image_url, channel_key })
    this.items = [...this.items, item]
    return item
  }

  #endOf(others: readonly Suggestion[], { channel_key }: Suggestion): number {
    return others.findLastIndex((each) => each.channel_key === channel_key) + 1
  }
}

/** Creates a suggestion, by default for all channels. */
export function mockSuggestion(change: Partial<Suggestion> = {}): Suggestion {
  return {
    id: crypto.randomUUID(),
    text: null,
    image_url: null,
    channel_key: null,
    can_edit: true,
    ...change,
  }
}
