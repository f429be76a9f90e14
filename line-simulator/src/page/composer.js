import { Attachments } from './attachments.js'
import { byId, el } from './dom.js'
import { snippet } from './format.js'
import { emojiPicture, emojisIn, LINE_EMOJIS, mentionIn } from './line-emoji.js'

const TRAYS = ['attach', 'stickers', 'rich-menu']

/** Input area below the conversation. `send` receives a message and optionally its content. */
export class Composer {
  constructor(send, warn) {
    this.text = byId('text')
    this.quoted = undefined
    this.channel = undefined
    /** Quotes only with the next text or sticker, because LINE's other message types cannot quote. */
    this.send = (message, content) => {
      const quotes = this.quoted && (message.type === 'text' || message.type === 'sticker')
      send(quotes ? { ...message, quotedMessageId: this.quoted.id } : message, content)
      if (quotes) this.quote(undefined)
    }
    this.attachments = new Attachments(this.send, warn, () => this.closeTrays())
    byId('composer').addEventListener('submit', (event) => {
      event.preventDefault()
      this.sendText()
    })
    this.text.addEventListener('keydown', (event) => {
      if (event.key === 'Escape') this.quote(undefined)
      // Ignores an Enter that ends an input composition, for example in Thai or Japanese.
      if (event.key !== 'Enter' || event.shiftKey || event.isComposing) return
      event.preventDefault()
      this.sendText()
    })
    for (const name of TRAYS) {
      byId(`open-${name}`).addEventListener('click', () => {
        const open = byId(name).hidden
        this.closeTrays()
        byId(name).hidden = !open
        byId(`open-${name}`).setAttribute('aria-expanded', String(open))
      })
    }
    byId('drop-quote').addEventListener('click', () => this.quote(undefined))
    byId('mention').addEventListener('click', () => this.insert(`@${this.channel.name} `))
    byId('line-emojis').replaceChildren(
      ...LINE_EMOJIS.map(({ name, stickerId }) => {
        const button = el(
          'button',
          { type: 'button', title: `(${name})` },
          emojiPicture(stickerId, `(${name})`),
        )
        button.addEventListener('click', () => this.insert(`(${name})`))
        return button
      }),
    )
  }

  /** Sets the channel to which the phone sends. */
  open(channel) {
    this.channel = channel
    this.quote(undefined)
    this.closeTrays()
  }

  stickers(list) {
    byId('sticker-list').replaceChildren(
      ...list.map(({ packageId, stickerId, label, keywords }) => {
        const picture = el('img', { src: `/simulator/stickers/${stickerId}.svg`, alt: '', loading: 'lazy' })
        const button = el('button', { type: 'button' }, picture, label)
        button.addEventListener('click', () => {
          this.closeTrays()
          this.send({ type: 'sticker', packageId, stickerId, stickerResourceType: 'STATIC', keywords })
        })
        return button
      }),
    )
  }

  closeTrays() {
    for (const name of TRAYS) {
      byId(name).hidden = true
      byId(`open-${name}`).setAttribute('aria-expanded', 'false')
    }
  }

  /** Quotes a message in the next sent message. Undefined removes the quote. */
  quote(message) {
    this.quoted = message
    byId('quote').hidden = !message
    byId('quote-text').textContent = message ? snippet(message) : ''
    if (message) this.text.focus()
  }

  insert(words) {
    this.text.setRangeText(words, this.text.selectionStart, this.text.selectionEnd, 'end')
    this.text.focus()
  }

  sendText() {
    const text = this.text.value.trim()
    this.text.focus()
    if (!text) return
    this.text.value = ''
    const emojis = emojisIn(text)
    const mention = mentionIn(text, this.channel)
    this.send({ type: 'text', text, ...(emojis ? { emojis } : {}), ...(mention ? { mention } : {}) })
  }
}
