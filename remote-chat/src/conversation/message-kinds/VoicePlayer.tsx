import IconMicrophone from '@tabler/icons-react/dist/esm/icons/IconMicrophone.mjs'
import IconPlayerPause from '@tabler/icons-react/dist/esm/icons/IconPlayerPauseFilled.mjs'
import IconPlayerPlay from '@tabler/icons-react/dist/esm/icons/IconPlayerPlayFilled.mjs'
import { useEffect, useRef, useState } from 'react'
import { formatClock, IconButton } from 'shared/ui'
import { mediaStateText } from './media-state-text.ts'
import classes from './rich-messages.module.css'
import { type ContentOf, fullAddress, type ShownMessage } from './shown-message.ts'
import { type MediaAddress, useStableMediaUrl } from './use-stable-media-url.ts'

interface VoicePlayerProps {
  message: ShownMessage
  content: ContentOf<'audio'>
}

export function VoicePlayer({ message, content }: VoicePlayerProps) {
  const { media } = content
  const source = useStableMediaUrl(message, voiceAddress)
  const { address, failed } = source
  if (media?.state !== 'ready' || address === null || failed)
    return (
      <div className={classes.noVoice}>
        <IconMicrophone size={20} aria-hidden />
        {mediaStateText('audio', media)}
      </div>
    )
  return (
    <Player
      source={{ ...source, address }}
      seconds={content.duration_ms === null ? 0 : content.duration_ms / 1_000}
    />
  )
}

interface PlayerProps {
  source: MediaAddress & { address: string }
  /** Length in seconds: LINE's value until the audio itself is loaded; 0 when unknown. */
  seconds: number
}

/** Audio element that was played last; it pauses when another element starts. */
let lastPlayed: HTMLAudioElement | null = null

function Player({ source, seconds }: PlayerProps) {
  const { address, attempt, onLoad, onError } = source
  const audio = useRef<HTMLAudioElement>(null)
  const [isPlaying, setPlaying] = useState(false)
  const [position, setPosition] = useState(0)
  const [length, setLength] = useState(seconds)
  const wanted = useRef(false)

  // Continues playback with a new URL when the old URL has failed.
  useEffect(() => {
    if (attempt > 0 && wanted.current) void audio.current?.play().catch(() => undefined)
  }, [attempt])

  function toggle(): void {
    const player = audio.current
    if (player === null) return
    wanted.current = player.paused
    // `play` rejects when the audio cannot be loaded; the `error` event handles that.
    if (player.paused) void player.play().catch(() => undefined)
    else player.pause()
  }

  function onPlay(): void {
    if (lastPlayed !== audio.current) lastPlayed?.pause()
    lastPlayed = audio.current
    setPlaying(true)
  }

  function seek(to: number): void {
    if (audio.current) audio.current.currentTime = to
    setPosition(to)
  }

  return (
    <div className={classes.voice}>
      <audio
        ref={audio}
        key={attempt}
        src={address}
        preload="none"
        onPlay={onPlay}
        onPause={() => setPlaying(false)}
        onTimeUpdate={(event) => setPosition(event.currentTarget.currentTime)}
        onDurationChange={({ currentTarget: { duration } }) =>
          Number.isFinite(duration) && duration > 0 && setLength(duration)
        }
        onEnded={() => seek(0)}
        onLoadedMetadata={onLoad}
        onError={onError}
      />
      <IconButton label={isPlaying ? 'หยุดเสียงชั่วคราว' : 'เล่นเสียง'} variant="tint" onClick={toggle}>
        {isPlaying ? <IconPlayerPause size={18} aria-hidden /> : <IconPlayerPlay size={18} aria-hidden />}
      </IconButton>
      <input
        className={classes.track}
        type="range"
        aria-label="ตำแหน่งในเสียง"
        aria-valuetext={`${formatClock(position)} จาก ${formatClock(length)}`}
        min={0}
        max={Math.max(length, 0.1)}
        step={0.1}
        value={Math.min(position, length)}
        onChange={(event) => seek(Number(event.currentTarget.value))}
      />
      <span className={classes.clock}>
        {formatClock(isPlaying || position > 0 ? position : Math.round(length))}
      </span>
    </div>
  )
}

function voiceAddress({ content }: ShownMessage): string | null {
  return content?.kind === 'audio' ? fullAddress(content.media?.url) : null
}
