/** Recording formats for audio messages, in order of preference. LINE uses MP4. */
const FORMATS = ['audio/mp4', 'audio/webm;codecs=opus', 'audio/webm', 'audio/ogg']
const LONGEST_MS = 5 * 60_000

/** Returns whether this browser supports recording. The user may still deny access to the microphone. */
export const canRecord = () => Boolean(navigator.mediaDevices?.getUserMedia && globalThis.MediaRecorder)

/**
 * Starts recording. `stop` of the result returns the audio and its length in ms. Throws when the microphone is
 * missing or access is denied.
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

/** Returns the length of an audio or video file in ms; undefined when this browser cannot read the file. */
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
