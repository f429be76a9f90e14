import { byId } from './dom.js'
import { canRecord, lengthOf, record } from './voice.js'

/** Maximum file sizes: LINE's limit for images, and the simulator's own limit for all other files. */
const MAX_IMAGE_BYTES = 10 * 1024 * 1024
const MAX_BYTES = 32 * 1024 * 1024
const MAX_SET = 20

async function base64Of(blob) {
  const url = await new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(reader.result)
    reader.onerror = () => reject(reader.error)
    reader.readAsDataURL(blob)
  })
  return url.slice(url.indexOf(',') + 1)
}

/** Controls that attach images, videos, audio, files and locations. `send` receives a message and its content. */
export class Attachments {
  constructor(send, warn, closeTrays) {
    this.send = send
    this.warn = warn
    this.closeTrays = closeTrays
    this.pick('pick-images', 'image-file', (files) => this.pictures(files))
    this.pick('pick-video', 'video-file', ([file]) => this.film(file))
    this.pick('pick-sound', 'sound-file', ([file]) => this.sound(file))
    this.pick('pick-any', 'any-file', ([file]) => this.file(file))
    byId('send-slip').addEventListener('click', () => this.sendAlone({ type: 'image' }))
    byId('send-tone').addEventListener('click', () => this.sendAlone({ type: 'audio' }))
    byId('record').addEventListener('click', () => this.startRecording())
    byId('record').hidden = !canRecord()
    byId('stop-recording').addEventListener('click', () => this.stopRecording(true))
    byId('drop-recording').addEventListener('click', () => this.stopRecording(false))
    byId('open-place').addEventListener('click', () => {
      closeTrays()
      byId('place').showModal()
    })
    byId('place-cancel').addEventListener('click', () => byId('place').close())
    byId('place-known').addEventListener('change', () => this.showKnownPlace())
    byId('place-form').addEventListener('submit', () => this.place())
  }

  pick(buttonId, inputId, use) {
    const input = byId(inputId)
    byId(buttonId).addEventListener('click', () => input.click())
    input.addEventListener('change', async () => {
      const files = [...input.files]
      input.value = ''
      this.closeTrays()
      if (files.length === 0) return
      try {
        await use(files)
      } catch {
        this.warn('อ่านไฟล์ไม่สำเร็จ กรุณาลองใหม่อีกครั้ง')
      }
    })
  }

  sendAlone(message) {
    this.closeTrays()
    this.send(message)
  }

  fits(file, limit) {
    if (file.size <= limit) return true
    this.warn(`ไฟล์ ${file.name} มีขนาดเกิน ${limit / 1024 / 1024}MB`)
    return false
  }

  /** Sends several images as a set, each image with its index. */
  async pictures(files) {
    if (files.length > MAX_SET) this.warn(`ส่งได้ครั้งละไม่เกิน ${MAX_SET} รูป`)
    const chosen = files.slice(0, MAX_SET).filter((file) => this.fits(file, MAX_IMAGE_BYTES))
    const id = crypto.randomUUID()
    for (const [index, file] of chosen.entries()) {
      const imageSet = { id, index: index + 1, total: chosen.length }
      const message = chosen.length > 1 ? { type: 'image', imageSet } : { type: 'image' }
      this.send(message, await base64Of(file))
    }
  }

  async film(file) {
    if (!this.fits(file, MAX_BYTES)) return
    const duration = await lengthOf(file)
    this.send({ type: 'video', ...(duration ? { duration } : {}) }, await base64Of(file))
  }

  async sound(file) {
    if (!this.fits(file, MAX_BYTES)) return
    const duration = await lengthOf(file)
    this.send({ type: 'audio', ...(duration ? { duration } : {}) }, await base64Of(file))
  }

  async file(file) {
    if (!this.fits(file, MAX_BYTES)) return
    this.send({ type: 'file', fileName: file.name, fileSize: file.size }, await base64Of(file))
  }

  async startRecording() {
    this.closeTrays()
    try {
      this.recording = await record()
      byId('recording').hidden = false
      byId('stop-recording').focus()
    } catch {
      this.warn('ใช้ไมโครโฟนไม่ได้ กรุณาส่งเสียงตัวอย่างหรือเลือกไฟล์เสียงแทน')
    }
  }

  async stopRecording(keep) {
    const { recording } = this
    this.recording = undefined
    byId('recording').hidden = true
    if (!recording) return
    const { blob, duration } = await recording.stop()
    if (keep && blob.size > 0) this.send({ type: 'audio', duration }, await base64Of(blob))
  }

  showKnownPlace() {
    const { title, address, latitude, longitude } = byId('place-known').selectedOptions[0].dataset
    const values = { title, address, latitude, longitude }
    for (const [name, value] of Object.entries(values)) byId(`place-${name}`).value = value ?? ''
  }

  place() {
    const read = (name) => byId(`place-${name}`).value.trim()
    const [title, address] = [read('title'), read('address')]
    this.send({
      type: 'location',
      ...(title ? { title } : {}),
      ...(address ? { address } : {}),
      latitude: Number(read('latitude')),
      longitude: Number(read('longitude')),
    })
  }
}
