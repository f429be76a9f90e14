import { messageContent } from './bubble-content.js'
import { el } from './dom.js'
import { clock, snippet } from './format.js'

/** Returns the error text for the status of the desk's response, or undefined for success. */
function failure(status) {
  if (status === undefined || (status >= 200 && status <= 299)) return undefined
  if (status === 0) return 'ไม่พบปลายทาง'
  return status === 408 ? 'ปลายทางไม่ตอบ' : `ปลายทางตอบ ${status}`
}

const WAYS = { reply: 'ตอบกลับฟรี', push: 'พุช' }

/** Renders the quoted message above the message that quotes it. A tap scrolls to the quoted message. */
function quotation(phone, item, quoted) {
  const name = quoted?.direction === 'out' ? phone.channel.name : 'คุณ'
  const button = el(
    'button',
    { type: 'button', className: 'quotation' },
    el('b', { textContent: quoted ? name : 'ข้อความก่อนหน้า' }),
    el('span', { textContent: quoted ? snippet(quoted) : `#${item.quoted}` }),
  )
  button.disabled = !quoted
  button.addEventListener('click', () => phone.show(item.quoted))
  return button
}

function action(className, text, act) {
  const button = el('button', { type: 'button', className, textContent: text })
  button.addEventListener('click', act)
  return button
}

/**
 * Renders a message on the phone. `phone` is `{ channel, media, show, quote, unsend }`. `run` is true when the
 * previous message is from the same side and within the same minute, so that image and name are not repeated.
 * `quoted` is the quoted message, if known.
 */
export function messageNode(phone, item, run, quoted) {
  const { channel } = phone
  const isOut = item.direction === 'out'
  const meta = el('span', { className: 'meta' })
  const failed = !isOut && failure(item.status)
  if (failed) meta.append(el('span', { className: 'failed', textContent: failed }))
  if (!item.unsent) {
    const actions = el(
      'span',
      { className: 'actions' },
      action('act', 'ตอบกลับ', () => phone.quote(item)),
    )
    if (!isOut) actions.append(action('act', 'ยกเลิกส่ง', () => phone.unsend(item.id)))
    meta.append(actions)
  }
  if (!isOut && item.read) meta.append(el('span', { className: 'read', textContent: 'อ่านแล้ว' }))
  if (isOut && item.via) meta.append(el('span', { className: 'via', textContent: WAYS[item.via] }))
  meta.append(clock(item.at))
  const body = el('div', { className: 'body' })
  if (item.quoted && !item.unsent) body.append(quotation(phone, item, quoted))
  body.append(messageContent(phone, item))
  const node = el('div', { className: `message ${item.direction}${run ? ' run' : ''}` }, body, meta)
  node.dataset.id = item.id
  if (isOut) {
    const name = item.message.sender?.name
    body.prepend(
      el('span', { className: 'from', textContent: name ? `${name} from '${channel.name}'` : channel.name }),
    )
    node.prepend(el('img', { src: `/avatars/${channel.bot_user_id}.svg/small`, alt: '' }))
  }
  return node
}
