import type { ReactNode } from 'react'
import { type KnowledgeContent, readKnowledgeText } from 'shared/contract/knowledge/knowledge-text.ts'
import { EntryPicture } from './EntryPicture.tsx'
import classes from './KnowledgeText.module.css'

export interface KnowledgeTextProps {
  text: string
  /** Draws a piece of the text, as with marks on the words that were looked for. Default: as it is. */
  draw?: (words: string) => ReactNode
  /** A few lines of it. */
  isShort?: boolean
}

const asItIs = (words: string): ReactNode => words

/** What an entry says, as people read it: a question with its answer, a promotion with its picture, or plain text. */
export function KnowledgeText({ text, draw = asItIs, isShort = false }: KnowledgeTextProps) {
  const content = readKnowledgeText(text)
  return (
    <div className={classes.text} data-short={isShort || undefined}>
      <Content content={content} draw={draw} />
    </div>
  )
}

function Content({ content, draw }: { content: KnowledgeContent; draw: (words: string) => ReactNode }) {
  if (content.kind === 'plain') return <p className={classes.words}>{draw(content.text.trim())}</p>
  if (content.kind === 'promotion')
    return (
      <>
        <p className={classes.head}>{draw(content.name)}</p>
        {content.text === '' ? null : <p className={classes.words}>{draw(content.text)}</p>}
        {content.imageUrl === null ? null : <EntryPicture url={content.imageUrl} />}
      </>
    )
  return (
    <>
      <p className={classes.head}>
        คำถาม:{' '}
        {content.questions.map((question, at) => (
          <span key={at} className={classes.question}>
            {at === 0 ? null : ' · '}
            {draw(question)}
          </span>
        ))}
      </p>
      <p className={classes.words}>คำตอบ: {draw(content.answer)}</p>
    </>
  )
}
