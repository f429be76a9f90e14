import {
  addCustomer,
  listen,
  readConversation,
  readState,
  readThreads,
  sendEvent,
  sendMessage,
} from './api.js'
import { Composer } from './composer.js'
import { Console } from './console.js'
import { Conversation } from './conversation.js'
import { CustomerList } from './customer-list.js'
import { byId, el } from './dom.js'
import { showRichMenu } from './rich-menu.js'

const NOTICE_MS = 6_000
let channels = []
/** Settings for images: the public base URL of the desk's images. */
let media = {}
let channel
let userId = ''
let following = true
let stopListening = () => {}
/** Promise of the pending sends. Messages are sent one after the other, so that they arrive in the order of writing. */
let outgoing = Promise.resolve()

let noticeTimer
function warn(text) {
  const notice = byId('notice')
  notice.textContent = text
  notice.hidden = false
  clearTimeout(noticeTimer)
  noticeTimer = setTimeout(() => {
    notice.hidden = true
  }, NOTICE_MS)
}

const reason = (error) =>
  error.code === 'blocked' ? 'คุณบล็อกบัญชีนี้อยู่ กรุณาเลิกบล็อกก่อนส่งข้อความ' : 'ส่งข้อความไม่สำเร็จ กรุณาลองใหม่อีกครั้ง'

const place = () => ({ channel_key: channel.key, user_id: userId })

const conversation = new Conversation({
  quote: (message) => composer.quote(message),
  unsend: (message_id) => {
    sendEvent({ ...place(), type: 'unsend', message_id }).catch((error) =>
      warn(error.code === 'too_late' ? 'ยกเลิกได้ภายใน 24 ชั่วโมงหลังส่ง' : 'ยกเลิกข้อความไม่สำเร็จ'),
    )
  },
})

const composer = new Composer((message, content_base64) => {
  const body = { ...place(), message, ...(content_base64 ? { content_base64 } : {}) }
  outgoing = outgoing
    .then(() => sendMessage(body))
    .catch((error) => {
      warn(reason(error))
      if (message.type === 'text' && !byId('text').value) byId('text').value = message.text
    })
}, warn)

const platform = new Console(warn)

showRichMenu((label, postback) => {
  composer.closeTrays()
  sendEvent({ ...place(), type: 'postback', ...postback })
    .then(() => conversation.say(`กดเมนู “${label}”`))
    .catch(() => warn('กดเมนูไม่สำเร็จ'))
})

const customerList = new CustomerList((id) => go(channel.key, id))

function showFollowing(value) {
  following = value
  byId('block').textContent = value ? 'บล็อก' : 'เลิกบล็อก'
}

async function openPhone() {
  const wanted = userId
  document.body.dataset.view = userId ? 'phone' : 'people'
  customerList.mark(userId)
  if (!userId) {
    byId('blank').hidden = false
    byId('chat').hidden = true
    return
  }
  const response = await readConversation(channel.key, userId)
  if (wanted !== userId) return
  byId('channel-name').textContent = channel.name
  byId('channel-image').src = `/avatars/${channel.bot_user_id}.svg/small`
  byId('customer-name').textContent = response.customer.display_name
  document.title = `${response.customer.display_name} · LINE จำลอง`
  byId('blank').hidden = true
  byId('chat').hidden = false
  showFollowing(response.following)
  composer.open(channel)
  conversation.show(channel, response.messages, media)
}

const ofOpenPhone = (handler) => (event) => {
  if (event.user_id === userId) handler(event)
}

async function openChannel() {
  stopListening()
  for (const button of byId('accounts').children) {
    const chosen = button.dataset.key === channel.key
    button.setAttribute('aria-checked', String(chosen))
    button.tabIndex = chosen ? 0 : -1
  }
  platform.of(channel)
  const { threads } = await readThreads(channel.key)
  customerList.show(channel, threads, userId)
  let opened = false
  stopListening = listen(channel.key, {
    // After a reconnect, loads the conversation again, because events may have been missed.
    open: () => {
      if (opened && userId) openPhone().catch(() => warn('ขาดการเชื่อมต่อ'))
      opened = true
    },
    message: ({ user_id, message }) => {
      customerList.arrived(user_id, message, user_id === userId)
      if (user_id === userId) conversation.arrived(message)
    },
    status: ofOpenPhone(({ id, status }) => conversation.change(id, { status })),
    unsend: ofOpenPhone(({ id }) => conversation.change(id, { unsent: true })),
    read: ofOpenPhone(({ id }) => conversation.markRead(id)),
    history: () =>
      openChannel()
        .then(openPhone)
        .catch(() => warn('ขาดการเชื่อมต่อ')),
    faults: () => platform.readFaults().catch(() => {}),
    follow: ofOpenPhone((event) => showFollowing(event.following)),
    loading: ofOpenPhone(({ seconds }) => conversation.startTyping(seconds)),
    customer: ({ user_id, display_name }) => customerList.add({ user_id, display_name, last: null }),
  })
}

/** Selects the channel and customer that the URL names. */
async function readAddress() {
  const address = new URLSearchParams(location.search)
  const before = channel
  channel = channels.find((each) => each.key === address.get('channel')) ?? channels[0]
  userId = address.get('user') ?? ''
  if (channel !== before) await openChannel()
  await openPhone()
}

function go(key, id) {
  history.pushState(null, '', id ? `/?channel=${key}&user=${id}` : `/?channel=${key}`)
  return readAddress().catch(() => {
    warn('ไม่พบข้อมูล')
    document.body.dataset.view = 'people'
  })
}

function accountButton({ key, name }) {
  const button = el('button', { type: 'button', role: 'radio', textContent: name })
  button.dataset.key = key
  button.addEventListener('click', () => go(key, userId))
  return button
}

byId('accounts').addEventListener('keydown', (event) => {
  const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key]
  if (!step) return
  event.preventDefault()
  const buttons = [...byId('accounts').children]
  const next = buttons[(buttons.indexOf(document.activeElement) + step + buttons.length) % buttons.length]
  next.focus()
  next.click()
})
byId('back').addEventListener('click', () => go(channel.key, ''))
byId('block').addEventListener('click', () => {
  const type = following ? 'unfollow' : 'follow'
  sendEvent({ ...place(), type }).catch(() => warn('ระบบเกิดข้อผิดพลาด'))
})
byId('add').addEventListener('click', () => {
  byId('new-name').value = ''
  byId('new-customer').showModal()
})
byId('close-image').addEventListener('click', () => byId('picture').close())
byId('picture').addEventListener('click', (event) => {
  if (event.target === byId('picture')) byId('picture').close()
})
byId('new-cancel').addEventListener('click', () => byId('new-customer').close())
byId('new-form').addEventListener('submit', async () => {
  const name = byId('new-name').value.trim()
  if (!name) return
  try {
    const added = await addCustomer(name)
    customerList.add({ ...added, last: null })
    go(channel.key, added.user_id)
  } catch {
    warn('เพิ่มลูกค้าไม่สำเร็จ')
  }
})
addEventListener('popstate', () => readAddress().catch(() => warn('ไม่พบข้อมูล')))

const state = await readState()
channels = state.channels
media = state.media
byId('accounts').append(...channels.map(accountButton))
composer.stickers(state.stickers)
platform.readFaults().catch(() => {})
await readAddress().catch(() => {
  document.body.dataset.view = 'people'
})
