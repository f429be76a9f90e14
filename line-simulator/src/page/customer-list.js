import { byId, el } from './dom.js'
import { shortTime, snippet } from './format.js'

const collator = new Intl.Collator('th')
const latestFirst = (one, other) =>
  (other.last?.at ?? '').localeCompare(one.last?.at ?? '') ||
  collator.compare(one.display_name, other.display_name)

/** The list of customers next to the phone. While the list is open, rows keep their order and only texts change. */
export class CustomerList {
  constructor(choose) {
    this.choose = choose
    this.rows = new Map()
    this.search = byId('search')
    this.search.addEventListener('input', () => this.filter())
  }

  /** Shows the customers of a channel, the latest conversation first. */
  show(channel, threads, current) {
    this.channel = channel
    this.rows.clear()
    byId('threads').replaceChildren(...[...threads].sort(latestFirst).map((thread) => this.row(thread)))
    this.mark(current)
    this.filter()
  }

  add(thread) {
    if (this.rows.has(thread.user_id)) return
    byId('threads').prepend(this.row(thread))
    this.filter()
  }

  row(thread) {
    const id = thread.user_id
    const snippetNode = el('span', { className: 'snippet' })
    const timeNode = el('span')
    const countNode = el('span', { className: 'count', hidden: true })
    const link = el(
      'a',
      { href: `/?channel=${this.channel.key}&user=${id}` },
      el('img', { src: `/avatars/${id}.svg/small`, alt: '', width: 44, height: 44, loading: 'lazy' }),
      el(
        'span',
        { className: 'words' },
        el('span', { className: 'name', textContent: thread.display_name }),
        snippetNode,
      ),
      el('span', { className: 'side' }, timeNode, countNode),
    )
    link.addEventListener('click', (event) => {
      if (event.metaKey || event.ctrlKey || event.shiftKey) return
      event.preventDefault()
      this.choose(id)
    })
    const row = { thread, link, snippetNode, timeNode, countNode, unread: 0, item: el('li', {}, link) }
    this.rows.set(id, row)
    if (thread.last) this.write(row, thread.last)
    else snippetNode.textContent = thread.status_message ?? ''
    return row.item
  }

  write(row, message) {
    const mine = message.direction === 'in' ? 'คุณ: ' : ''
    row.snippetNode.textContent = mine + snippet(message)
    row.timeNode.textContent = shortTime(message.at, Date.now())
  }

  /** Updates a row with a new message. The message is unread unless its conversation is open. */
  arrived(userId, message, isOpen) {
    const row = this.rows.get(userId)
    if (!row) return
    this.write(row, message)
    if (message.direction === 'out' && !isOpen) this.count(row, row.unread + 1)
  }

  count(row, unread) {
    row.unread = unread
    row.countNode.hidden = unread === 0
    row.countNode.textContent = unread > 99 ? '99+' : String(unread)
    row.countNode.setAttribute('aria-label', `ข้อความใหม่ ${unread}`)
  }

  mark(userId) {
    for (const [id, row] of this.rows) {
      if (id === userId) row.link.setAttribute('aria-current', 'page')
      else row.link.removeAttribute('aria-current')
    }
    const row = this.rows.get(userId)
    if (row) this.count(row, 0)
  }

  filter() {
    const wanted = this.search.value.trim().normalize('NFC').toLocaleLowerCase('th')
    let shown = 0
    for (const { thread, item } of this.rows.values()) {
      item.hidden = !thread.display_name.normalize('NFC').toLocaleLowerCase('th').includes(wanted)
      if (!item.hidden) shown += 1
    }
    byId('nobody').hidden = shown > 0
  }
}
