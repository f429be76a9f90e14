import { messageNode } from './bubble.js'
import { byId, el } from './dom.js'
import { clock, dayKey, dayName } from './format.js'

const NEAR_END_PX = 80

/** The conversation on the phone's screen. */
export class Conversation {
  /** `acts` contains the functions `{ quote, unsend }`. */
  constructor(acts) {
    this.acts = acts
    this.log = byId('log')
    // The log is focusable, so that the conversation can be scrolled by keyboard.
    this.log.tabIndex = 0
    this.items = []
    /** True while the conversation is scrolled to the newest message and must stay there. */
    this.atEnd = true
    this.log.addEventListener('scroll', () => {
      const { scrollHeight, scrollTop, clientHeight } = this.log
      this.atEnd = scrollHeight - scrollTop - clientHeight < NEAR_END_PX
    })
    // Scrolls to the end again when the height changes because of images, trays or the on-screen keyboard.
    const stay = () => {
      if (this.atEnd) this.toEnd()
    }
    this.log.addEventListener('load', stay, true)
    // Scrolls even after an image has failed to load, because a text of another height replaces the image.
    this.log.addEventListener('error', () => requestAnimationFrame(stay), true)
    this.log.addEventListener('click', (event) => this.touch(event.target.closest('.message')))
    new ResizeObserver(stay).observe(this.log)
  }

  /** Shows the actions of one message until the user touches another message. */
  touch(message) {
    for (const other of this.log.querySelectorAll('.touched')) {
      if (other !== message) other.classList.remove('touched')
    }
    message?.classList.add('touched')
    if (message && message === this.log.lastElementChild) this.toEnd()
  }

  /** Shows a conversation. `media` contains the public base URL of the desk's images. */
  show(channel, messages, media) {
    this.channel = channel
    this.phone = { channel, media, show: (id) => this.lead(id), ...this.acts }
    this.items = []
    this.log.replaceChildren()
    this.typing = undefined
    if (messages.length === 0) {
      this.log.append(
        el('p', { className: 'empty', textContent: `ยังไม่มีข้อความกับ ${channel.name} ทักทายได้เลย` }),
      )
    }
    for (const message of messages) this.append(message)
    this.toEnd()
  }

  /** Appends a message, or updates a message that already exists. */
  arrived(message) {
    if (this.items.some((each) => each.id === message.id)) {
      this.change(message.id, message)
      return
    }
    const follow = this.atEnd || message.direction === 'in'
    if (message.direction === 'out') this.stopTyping()
    this.append(message)
    if (follow) this.toEnd()
  }

  append(message) {
    this.log.querySelector('.empty')?.remove()
    const before = this.items.at(-1)
    if (!before || dayKey(before.at) !== dayKey(message.at)) {
      this.log.append(el('div', { className: 'day', textContent: dayName(message.at, Date.now()) }))
    }
    this.items.push(message)
    this.log.append(this.node(message, before))
  }

  node(message, before) {
    const run = before?.direction === message.direction && clock(before.at) === clock(message.at)
    const quoted = message.quoted && this.items.find((each) => each.id === message.quoted)
    return messageNode(this.phone, message, run, quoted)
  }

  /** Updates fields of a message (status, unsent). */
  change(id, fields) {
    const index = this.items.findIndex((each) => each.id === id)
    if (index < 0) return
    const message = Object.assign(this.items[index], fields)
    this.log.querySelector(`[data-id="${id}"]`)?.replaceWith(this.node(message, this.items[index - 1]))
  }

  /** Marks a message and all earlier messages as read by the channel. */
  markRead(id) {
    const last = this.items.findIndex((each) => each.id === id)
    for (const item of this.items.slice(0, last + 1)) {
      if (item.direction === 'in' && !item.read) this.change(item.id, { read: true })
    }
  }

  /** Scrolls to a message and highlights it. */
  lead(id) {
    const node = this.log.querySelector(`[data-id="${id}"]`)
    node?.scrollIntoView({ block: 'center' })
    node?.classList.add('found')
    node?.addEventListener('animationend', () => node.classList.remove('found'), { once: true })
  }

  /** Shows a local notice, which disappears when the conversation is opened again. */
  say(text) {
    this.log.append(el('p', { className: 'texts', textContent: text }))
    this.toEnd()
  }

  /** Shows the channel's typing indicator for a number of seconds. */
  startTyping(seconds) {
    this.stopTyping()
    const dots = el('div', { className: 'bubble typing' }, el('i'), el('i'), el('i'))
    const picture = el('img', { src: `/avatars/${this.channel.bot_user_id}.svg/small`, alt: '' })
    const node = el('div', { className: 'message out' }, picture, el('div', { className: 'body' }, dots))
    node.setAttribute('aria-label', 'กำลังพิมพ์')
    this.typing = { node, timer: setTimeout(() => this.stopTyping(), seconds * 1000) }
    this.log.append(node)
    this.toEnd()
  }

  stopTyping() {
    clearTimeout(this.typing?.timer)
    this.typing?.node.remove()
    this.typing = undefined
  }

  toEnd() {
    this.atEnd = true
    this.log.scrollTop = this.log.scrollHeight
  }
}
