/** Recording formats for audio messages in order of preference; LINE uses MP4. */
const FORMATS = ['audio/mp4', 'audio/webm;codecs=opus', 'audio/webm', 'audio/ogg']
const LONGEST_MS = 5 * 60_000

/** Returns whether this browser can record at all; the user may still refuse. */
export const canRecord = () => Boolean(navigator.mediaDevices?.getUserMedia && globalThis.MediaRecorder)

/**
 * Starts recording; the result's `stop` returns the audio and its length in ms. Throws when the microphone is refused
 * or missing.
 */
export async function record() {
  const stream = await navigator.mediaDevices.getUserMedia({ audio: true })
  const mimeType = FORMATS.find((each) => MediaRecorder.isTypeSupported(each))
  const recorder = new MediaRecorder(stream, mimeType ? { mimeType } : {})
  const chunks = []
  recorder.addEventListener('dataavailable', (event) => chunks.push(event.data))
  const begun = performance.now()
  let duration = 0
  const ended = new Promise((resolve) => {
    recorder.addEventListener('stop', () => {
      duration = Math.max(1, Math.round(performance.now() - begun))
      for (const track of stream.getTracks()) track.stop()
      resolve()
    })
  })
  recorder.start()
  const limit = setTimeout(() => recorder.stop(), LONGEST_MS)
  return {
    async stop() {
      clearTimeout(limit)
      if (recorder.state !== 'inactive') recorder.stop()
      await ended
      return { blob: new Blob(chunks, { type: recorder.mimeType }), duration }
    },
  }
}

/** Resolves with the length of an audio or video file in ms; undefined when this browser cannot read it. */
export function lengthOf(file) {
  return new Promise((resolve) => {
    const media = document.createElement(file.type.startsWith('video/') ? 'video' : 'audio')
    const url = URL.createObjectURL(file)
    const done = (value) => {
      URL.revokeObjectURL(url)
      resolve(value)
    }
    media.preload = 'metadata'
    media.onloadedmetadata = () =>
      done(Number.isFinite(media.duration) ? Math.max(1, Math.round(media.duration * 1000)) : undefined)
    media.onerror = () => done(undefined)
    media.src = url
  })
}
