import { FileMessage } from './FileMessage.tsx'
import { LocationMessage } from './LocationMessage.tsx'
import type { ContentOf, ShownMessage } from './shown-message.ts'
import { VideoMessage } from './VideoMessage.tsx'
import { VoicePlayer } from './VoicePlayer.tsx'

export interface RichKindProps {
  message: ShownMessage
  content: ContentOf<'video' | 'audio' | 'file' | 'location'>
}

export function RichKind({ message, content }: RichKindProps) {
  switch (content.kind) {
    case 'video':
      return <VideoMessage message={message} content={content} />
    case 'audio':
      return <VoicePlayer message={message} content={content} />
    case 'file':
      return <FileMessage message={message} content={content} />
    case 'location':
      return <LocationMessage content={content} />
  }
}
