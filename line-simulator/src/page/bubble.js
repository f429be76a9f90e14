import { el } from './dom.js'
import { clock } from './format.js'

const LINK = /(https?:\/\/[^\s<>"']+)/

/** Text with its links made clickable; nothing in it is read as markup. */
function textBubble(text) {
  const parts = text
    .split(LINK)
    .map((part, index) =>
      index % 2
        ? el('a', { href: part, target: '_blank', rel: 'noopener noreferrer', textContent: part })
        : part,
    )
  return el('div', { className: 'bubble' }, ...parts)
}

function pictureBubble(source, label) {
  const bubble = el('div', { className: 'bubble picture' })
  const image = el('img', { src: source, alt: label })
  // A link that this browser cannot open is shown as words.
  image.addEventListener('error', () => bubble.replaceWith(textBubble(`[${label}] ${source}`)))
  bubble.append(image)
  return bubble
}

const DRAWINGS = {
  location:
    'M12 21c4.500-5 7-8.400 7-11.500A7 7 0 0 0 5 9.500C5 12.600 7.500 16 12 21zm0-9a2.500 2.500 0 1 0 0-5 2.500 2.500 0 0 0 0 5z',
  file: 'M7 3h7l4 4v14H7zM14 3v4h4M10 12h5m-5 4h5',
  video: 'M4 7h11v10H4zM15 11l5-3v8l-5-3',
  audio:
    'M12 4a2.500 2.500 0 0 1 2.500 2.500v5a2.500 2.500 0 0 1-5 0v-5A2.500 2.500 0 0 1 12 4zM6 11a6 6 0 0 0 12 0M12 17v3',
}

function drawing(kind) {
  const space = 'http://www.w3.org/2000/svg'
  const svg = document.createElementNS(space, 'svg')
  svg.setAttribute('viewBox', '0 0 24 24')
  svg.setAttribute('aria-hidden', 'true')
  const path = document.createElementNS(space, 'path')
  path.setAttribute('d', DRAWINGS[kind])
  svg.append(path)
  return svg
}

function withSub(kind, text, sub) {
  const picture = kind in DRAWINGS ? [drawing(kind)] : []
  return el(
    'div',
    { className: 'bubble' },
    ...picture,
    text,
    el('span', { className: 'sub', textContent: sub }),
  )
}

function content(channelKey, item) {
  if (item.unsent) return el('div', { className: 'bubble gone', textContent: 'ยกเลิกข้อความแล้ว' })
  const { message } = item
  const own = `/simulator/content/${channelKey}/${item.id}`
  switch (item.type) {
    case 'text':
    case 'textV2':
      return textBubble(item.text ?? '')
    case 'image':
      return pictureBubble(
        message.originalContentUrl ?? message.contentProvider?.originalContentUrl ?? own,
        'รูปภาพ',
      )
    case 'sticker':
      return el(
        'div',
        { className: 'bubble sticker' },
        el('img', { src: `/simulator/stickers/${message.stickerId}.svg`, alt: 'สติกเกอร์' }),
      )
    case 'location':
      return withSub(
        'location',
        message.title ?? 'ตำแหน่ง',
        message.address ?? `${message.latitude}, ${message.longitude}`,
      )
    case 'file':
      return withSub('file', message.fileName, `${message.fileSize} ไบต์`)
    case 'video':
      return withSub('video', 'วิดีโอ', message.originalContentUrl ?? '')
    case 'audio':
      return withSub('audio', 'ข้อความเสียง', `${Math.round((message.duration ?? 0) / 1000)} วินาที`)
    default:
      return withSub(item.type, message.altText ?? `[${item.type}]`, item.type)
  }
}

/** What the desk answered, when it is worth a word. */
function failure(status) {
  if (status === undefined || (status >= 200 && status <= 299)) return undefined
  if (status === 0) return 'ไม่พบปลายทาง'
  return status === 408 ? 'ปลายทางไม่ตอบ' : `ปลายทางตอบ ${status}`
}

/**
 * One message on the phone. `run` says that the one before is from the same side within the same minute, so
 * picture and name are not repeated.
 */
export function messageNode(channel, item, run, unsend) {
  const meta = el('span', { className: 'meta' }, clock(item.at))
  const failed = item.direction === 'in' && failure(item.status)
  if (failed) meta.prepend(el('span', { className: 'failed', textContent: failed }))
  const body = el('div', { className: 'body' }, content(channel.key, item))
  const node = el('div', { className: `message ${item.direction}${run ? ' run' : ''}` }, body, meta)
  node.dataset.id = item.id
  if (item.direction === 'out') {
    const name = item.message.sender?.name
    body.prepend(
      el('span', { className: 'from', textContent: name ? `${name} from '${channel.name}'` : channel.name }),
    )
    node.prepend(el('img', { src: `/avatars/${channel.bot_user_id}.svg/small`, alt: '' }))
  } else if (!item.unsent) {
    const button = el('button', { type: 'button', className: 'unsend', textContent: 'ยกเลิกส่ง' })
    button.addEventListener('click', () => unsend(item.id))
    meta.prepend(button)
  }
  return node
}
