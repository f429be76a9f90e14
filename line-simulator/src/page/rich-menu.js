import { byId, el } from './dom.js'

const HOUR_MS = 3_600_000

/** Returns the time one hour from now in Bangkok, in LINE's format, for example `2026-11-22T14:30`. */
function inAnHour() {
  const at = new Date(Date.now() + HOUR_MS)
  const parts = new Intl.DateTimeFormat('sv-SE', {
    timeZone: 'Asia/Bangkok',
    dateStyle: 'short',
    timeStyle: 'short',
  })
  return parts.format(at).replace(' ', 'T')
}

/** Buttons of the channel's rich menu. A tap on a button sends a postback. */
const BUTTONS = [
  { label: 'ฝากเงิน', data: 'menu=deposit' },
  { label: 'ถอนเงิน', data: 'menu=withdrawal' },
  { label: 'เช็คยอด', data: 'action=balance' },
  { label: 'นัดโทรกลับ', data: 'action=call_back', params: () => ({ datetime: inAnHour() }) },
  {
    label: 'เมนูโปรโมชั่น',
    data: 'menu=promotions',
    params: () => ({ newRichMenuAliasId: 'richmenu-promotions', status: 'SUCCESS' }),
  },
  { label: 'ติดต่อแอดมิน', data: 'action=contact_admin' },
]

/** Fills the tray of the rich menu. `touch` receives the label of the tapped button and its postback. */
export function showRichMenu(touch) {
  byId('rich-menu').replaceChildren(
    ...BUTTONS.map(({ label, data, params }) => {
      const button = el('button', { type: 'button', textContent: label })
      button.addEventListener('click', () => touch(label, { data, ...(params ? { params: params() } : {}) }))
      return button
    }),
  )
}
