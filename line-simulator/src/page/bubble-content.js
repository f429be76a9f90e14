import { byId, el } from './dom.js'
import { bytes } from './format.js'
import { withEmojis } from './line-emoji.js'

const LINK = /(https?:\/\/[^\s<>"']+)/

/** Renders a message text with clickable links and emoji. Nothing in the text is parsed as markup. */
function textBubble(text, emojis) {
  const parts = withEmojis(text, emojis).flatMap((piece) => {
    if (typeof piece !== 'string') return [piece]
    return piece
      .split(LINK)
      .map((part, index) =>
        index % 2
          ? el('a', { href: part, target: '_blank', rel: 'noopener noreferrer', textContent: part })
          : part,
      )
  })
  return el('div', { className: 'bubble' }, ...parts)
}

const DRAWINGS = {
  location:
    'M12 21c4.500-5 7-8.400 7-11.500A7 7 0 0 0 5 9.500C5 12.600 7.500 16 12 21zm0-9a2.500 2.500 0 1 0 0-5 2.500 2.500 0 0 0 0 5z',
  file: 'M7 3h7l4 4v14H7zM14 3v4h4M10 12h5m-5 4h5',
  video: 'M4 7h11v10H4zM15 11l5-3v8l-5-3',
  audio:
    'M12 4a2.500 2.500 0 0 1 2.500 2.500v5a2.500 2.500 0 0 1-5 0v-5A2.500 2.500 0 0 1 12 4zM6 11a6 6 0 0 0 12 0M12 17v3',
  broken: 'M4 5h7l-2 5 4 3-2 6H4zM15 5h5v14h-6l2-5-4-3z',
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
  const subNode = sub ? [el('span', { className: 'sub', textContent: sub })] : []
  return el('div', { className: 'bubble' }, ...picture, text, ...subNode)
}

/** Renders LINE's placeholder for an image that cannot be loaded. */
function brokenBubble(source) {
  const words = el('span', { textContent: 'โหลดรูปภาพไม่ได้' })
  return el('div', { className: 'bubble broken', title: source }, drawing('broken'), words)
}

/** Renders an image's preview in the conversation. A tap opens the original image above the page. */
function pictureBubble(preview, original) {
  const image = el('img', { src: preview, alt: 'รูปภาพ' })
  const button = el('button', { type: 'button', className: 'bubble image' }, image)
  button.setAttribute('aria-label', 'เปิดรูปภาพ')
  image.addEventListener('error', () => button.replaceWith(brokenBubble(preview)))
  button.addEventListener('click', () => {
    const large = byId('large-image')
    const fail = () => large.replaceChildren(brokenBubble(original))
    const full = el('img', { src: original, alt: 'รูปภาพ' })
    full.addEventListener('error', fail)
    large.replaceChildren(full)
    byId('picture').showModal()
  })
  return button
}

/** Returns the URL from which this machine can load an image. An image of the desk is loaded through the simulator. */
function reachable(media, url, use) {
  if (!media.public_url || !url?.startsWith(`${media.public_url}/`)) return url
  return `/simulator/media?${new URLSearchParams({ url, use })}`
}

function playerBubble(kind, source, label) {
  const player = el(kind, { src: source, controls: true, preload: 'metadata' })
  player.setAttribute('aria-label', label)
  const bubble = el('div', { className: `bubble ${kind}` }, player)
  // Shows a label when the video cannot be played, for example a generated video.
  player.addEventListener('error', () => bubble.replaceWith(withSub(kind, label, '')))
  return bubble
}

const seconds = (duration) => (duration ? `${Math.max(1, Math.round(duration / 1000))} วินาที` : '')

/** Renders the bubble of a message. `phone` is `{ channel, media }`. */
export function messageContent({ channel, media }, item) {
  if (item.unsent) return el('div', { className: 'bubble gone', textContent: 'ยกเลิกข้อความแล้ว' })
  const { message } = item
  const provider = message.contentProvider
  const own = `/simulator/content/${channel.key}/${item.id}`
  const original =
    reachable(media, message.originalContentUrl ?? provider?.originalContentUrl, 'original') ?? own
  switch (item.type) {
    case 'text':
    case 'textV2':
      return textBubble(item.text ?? '', message.emojis)
    case 'image': {
      const preview = reachable(media, message.previewImageUrl ?? provider?.previewImageUrl, 'preview')
      return pictureBubble(preview ?? original, original)
    }
    case 'sticker': {
      const alt = message.text ?? message.keywords?.join(' ') ?? 'สติกเกอร์'
      const picture = el('img', { src: `/simulator/stickers/${message.stickerId}.svg`, alt })
      const words = message.text ? [el('span', { className: 'sub', textContent: message.text })] : []
      return el('div', { className: 'bubble sticker' }, picture, ...words)
    }
    case 'location': {
      const place = `${message.latitude}, ${message.longitude}`
      return withSub('location', message.title ?? 'ตำแหน่ง', message.address ?? place)
    }
    case 'file': {
      const bubble = withSub('file', message.fileName, bytes(message.fileSize))
      return el('a', { className: 'file-link', href: own, download: message.fileName }, bubble)
    }
    case 'video':
      return playerBubble('video', original, `วิดีโอ ${seconds(message.duration)}`)
    case 'audio':
      return playerBubble('audio', original, `ข้อความเสียง ${seconds(message.duration)}`)
    default:
      return withSub(item.type, message.altText ?? `[${item.type}]`, item.type)
  }
}
