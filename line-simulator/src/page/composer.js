import { byId, el } from './dom.js'

const MAX_PICTURE_BYTES = 10 * 1024 * 1024

async function base64Of(file) {
  const url = await new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(reader.result)
    reader.onerror = () => reject(reader.error)
    reader.readAsDataURL(file)
  })
  return url.slice(url.indexOf(',') + 1)
}

/** What stands under the conversation: text, stickers, pictures. `send` takes a message and perhaps its content. */
export class Composer {
  constructor(send, warn) {
    this.send = send
    this.warn = warn
    this.text = byId('text')
    byId('composer').addEventListener('submit', (event) => {
      event.preventDefault()
      this.sendText()
    })
    this.text.addEventListener('keydown', (event) => {
      // Enter that ends a Thai or Japanese composition is not a wish to send.
      if (event.key !== 'Enter' || event.shiftKey || event.isComposing) return
      event.preventDefault()
      this.sendText()
    })
    this.tray('open-stickers', 'stickers')
    this.tray('open-pictures', 'pictures')
    byId('pick-file').addEventListener('click', () => byId('file').click())
    byId('file').addEventListener('change', () => this.sendFile())
    byId('send-slip').addEventListener('click', () => {
      this.closeTrays()
      this.send({ type: 'image' })
    })
  }

  stickers(list) {
    byId('stickers').replaceChildren(
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

  tray(buttonId, trayId) {
    byId(buttonId).addEventListener('click', () => {
      const open = byId(trayId).hidden
      this.closeTrays()
      byId(trayId).hidden = !open
      byId(buttonId).setAttribute('aria-expanded', String(open))
    })
  }

  closeTrays() {
    for (const name of ['stickers', 'pictures']) {
      byId(name).hidden = true
      byId(`open-${name}`).setAttribute('aria-expanded', 'false')
    }
  }

  sendText() {
    const text = this.text.value.trim()
    this.text.focus()
    if (!text) return
    this.text.value = ''
    this.send({ type: 'text', text })
  }

  async sendFile() {
    const input = byId('file')
    const file = input.files?.[0]
    input.value = ''
    this.closeTrays()
    if (!file) return
    if (file.size > MAX_PICTURE_BYTES) this.warn(`ไฟล์ ${file.name} มีขนาดเกิน 10MB`)
    else this.send({ type: 'image' }, await base64Of(file))
  }
}
