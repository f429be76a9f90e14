import { el } from './dom.js'

const PRODUCT = '5ac1bfd5040ab15980c9b435'

/**
 * LINE emoji that the phone offers. In the message text, each emoji is a name in brackets; its image is a small
 * version of one of the simulator's stickers.
 */
export const LINE_EMOJIS = [
  { name: 'hello', emojiId: '001', stickerId: '52002734' },
  { name: 'thanks', emojiId: '002', stickerId: '52002735' },
  { name: 'ok', emojiId: '003', stickerId: '52002736' },
  { name: 'wait', emojiId: '004', stickerId: '52002739' },
  { name: 'sad', emojiId: '005', stickerId: '52002744' },
  { name: 'angry', emojiId: '006', stickerId: '52002752' },
  { name: 'love', emojiId: '007', stickerId: '52002759' },
  { name: 'hmm', emojiId: '008', stickerId: '52002765' },
]

const NAMED = new RegExp(`\\((${LINE_EMOJIS.map((each) => each.name).join('|')})\\)`, 'g')

export const emojiPicture = (stickerId, label) =>
  el('img', { className: 'line-emoji', src: `/simulator/stickers/${stickerId}.svg`, alt: label })

/** Returns the field `emojis` of LINE's text message; undefined when the text contains no emoji. */
export function emojisIn(text) {
  const found = [...text.matchAll(NAMED)].map((match) => ({
    index: match.index,
    length: match[0].length,
    productId: PRODUCT,
    emojiId: LINE_EMOJIS.find((each) => each.name === match[1]).emojiId,
  }))
  return found.length > 0 ? found : undefined
}

/** Returns the field `mention` of LINE's text message when the text contains @ and the channel's name, or undefined. */
export function mentionIn(text, channel) {
  const word = `@${channel.name}`
  const index = text.indexOf(word)
  if (index < 0) return undefined
  const mentionee = { index, length: word.length, type: 'user', userId: channel.bot_user_id, isSelf: true }
  return { mentionees: [mentionee] }
}

/** Splits a text into strings and emoji images. */
export function withEmojis(text, emojis = []) {
  const parts = []
  let at = 0
  for (const { index, length, emojiId } of [...emojis].sort((one, other) => one.index - other.index)) {
    const known = LINE_EMOJIS.find((each) => each.emojiId === emojiId)
    if (!known || index < at) continue
    parts.push(text.slice(at, index), emojiPicture(known.stickerId, text.slice(index, index + length)))
    at = index + length
  }
  return [...parts, text.slice(at)]
}
