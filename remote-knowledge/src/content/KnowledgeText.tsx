import { readKnowledgeText } from 'shared/contract/knowledge/knowledge-text.ts'
import { EntryPicture } from './EntryPicture.tsx'
import classes from './KnowledgeText.module.css'
import { markedPieces, placesOf, type Range } from './text-marks.ts'

export interface KnowledgeTextProps {
  text: string
  /** Parts of the text that are to be seen, in order. */
  marks?: readonly Range[]
  /** A few lines of it. */
  isShort?: boolean
}

const NO_MARKS: readonly Range[] = []

/** What an entry says, as people read it: a question with its answer, a promotion with its picture, or plain text. */
export function KnowledgeText({ text, marks = NO_MARKS, isShort = false }: KnowledgeTextProps) {
  return (
    <div className={classes.text} data-short={isShort || undefined}>
      <Content text={text} marks={marks} />
    </div>
  )
}

function Content({ text, marks }: { text: string; marks: readonly Range[] }) {
  const content = readKnowledgeText(text)
  if (content.kind === 'plain') {
    const words = content.text.trim()
    return (
      <p className={classes.words}>
        <Marked words={words} from={text.indexOf(words)} marks={marks} />
      </p>
    )
  }
  if (content.kind === 'promotion') {
    const [name, words] = placesOf(text, [content.name, content.text])
    return (
      <>
        <p className={classes.head}>
          <Marked words={content.name} from={name} marks={marks} />
        </p>
        {content.text === '' ? null : (
          <p className={classes.words}>
            <Marked words={content.text} from={words} marks={marks} />
          </p>
        )}
        {content.imageUrl === null ? null : <EntryPicture url={content.imageUrl} />}
      </>
    )
  }
  const places = placesOf(text, [...content.questions, content.answer])
  return (
    <>
      <p className={classes.head}>
        คำถาม:{' '}
        {content.questions.map((question, at) => (
          <span key={`${at} ${question}`}>
            {at === 0 ? null : ' · '}
            <Marked words={question} from={places[at]} marks={marks} />
          </span>
        ))}
      </p>
      <p className={classes.words}>
        คำตอบ: <Marked words={content.answer} from={places.at(-1)} marks={marks} />
      </p>
    </>
  )
}

interface MarkedProps {
  words: string
  /** Where they stand in the text; null: not as they are, so that nothing of them is marked. */
  from: number | null | undefined
  marks: readonly Range[]
}

function Marked({ words, from, marks }: MarkedProps) {
  if (from == null || marks.length === 0) return words
  return markedPieces(words, from, marks).map(({ text, isMarked }, at) =>
    isMarked ? (
      <mark key={`${at} ${text}`} className={classes.mark}>
        {text}
      </mark>
    ) : (
      text
    ),
  )
}
