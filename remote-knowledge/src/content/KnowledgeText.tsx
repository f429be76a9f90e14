import { readKnowledgeText, separateImages } from 'shared/contract/knowledge/knowledge-text.ts'
import { EntryImage } from './EntryImage.tsx'
import classes from './KnowledgeText.module.css'
import { markedPieces, positionsOf, type Range } from './text-highlights.ts'

export interface KnowledgeTextProps {
  text: string
  /** Highlighted ranges, in ascending order. */
  marks?: readonly Range[]
  isShort?: boolean
}

const NO_HIGHLIGHTS: readonly Range[] = []

export function KnowledgeText({ text, marks = NO_HIGHLIGHTS, isShort = false }: KnowledgeTextProps) {
  return (
    <div className={classes.text} data-short={isShort || undefined}>
      <Content text={text} marks={marks} />
    </div>
  )
}

function Content({ text, marks }: { text: string; marks: readonly Range[] }) {
  const content = readKnowledgeText(text)
  const body = content.kind === 'general' ? content.answer : content.text
  const { words, images } = separateImages(body)
  const headings =
    content.kind === 'general' ? content.questions : content.kind === 'promotion' ? [content.name] : []
  const positions = positionsOf(text, [...headings, words])
  return (
    <>
      {headings.length === 0 ? null : (
        <p className={classes.head}>
          {content.kind === 'general' ? 'คำถาม: ' : null}
          {headings.map((head, at) => (
            <span key={`${at} ${head}`}>
              {at === 0 ? null : ' · '}
              <Marked words={head} from={positions[at]} marks={marks} />
            </span>
          ))}
        </p>
      )}
      {words === '' ? null : (
        <p className={classes.words}>
          {content.kind === 'general' ? 'คำตอบ: ' : null}
          <Marked words={words} from={positions.at(-1)} marks={marks} />
        </p>
      )}
      {(content.kind === 'promotion' ? content.images : images).map((url, at) => (
        <EntryImage key={`${at} ${url}`} url={url} />
      ))}
    </>
  )
}

interface MarkedProps {
  words: string
  /** Offset of `words` in the entry's text; `null` when they were not found. */
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
