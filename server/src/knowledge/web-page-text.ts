import { Parser } from 'htmlparser2'
import { KNOWLEDGE_TEXT_MAX } from 'shared/contract/constants.ts'
import { readKnowledgeText } from 'shared/contract/knowledge/knowledge-text.ts'
import { cutLongMarks } from 'shared/contract/safe-normalize.ts'
import { PageError } from './web-page-error.ts'

const HEAD_BYTES = 1_024

/** Maximum number of nested tags, because the parser searches all open tags at each new tag. */
const MAX_DEPTH = 256
/** Maximum number of tags, including closing tags without an opening tag, which the parser does not report. */
const MAX_TAGS = 150_000

/** Elements without text, or with text that repeats on every page of the site. */
const SKIPPED = new Set(
  'script style noscript template svg math iframe object canvas audio video nav footer aside form button select textarea dialog'.split(
    ' ',
  ),
)
const BLOCKS = new Set(
  'p div section article main header h1 h2 h3 h4 h5 h6 ul ol li dl dt dd table tr blockquote pre figure figcaption hr address details summary'.split(
    ' ',
  ),
)
const HEADINGS = /^h[1-6]$/
const CELLS = new Set(['td', 'th'])
const HIDDEN = /(?:^|[;\s])(?:display\s*:\s*none|visibility\s*:\s*hidden)(?![\w-])/i

export interface PageText {
  /** Text of the page, cut to the maximum length of an entry. Empty when the page has no text. */
  text: string
  isCut: boolean
}

/** Decodes by the byte order mark, else by the response header's encoding, else by the page's declared encoding. */
export function decodePage(bytes: Buffer, charset: string | null, isHtml: boolean): string {
  const head = isHtml ? bytes.subarray(0, HEAD_BYTES).toString('latin1') : ''
  const reported = /charset=["']?([\w-]{1,40})/i.exec(head)?.[1]
  for (const label of [bomOf(bytes), charset, reported])
    if (label) {
      try {
        return new TextDecoder(label).decode(bytes)
      } catch {
        // Ignores an unknown encoding.
      }
    }
  return new TextDecoder().decode(bytes)
}

/** Returns one line per paragraph, the title first. Throws PageError. */
export function textOfHtml(html: string): PageText {
  if (hasMoreTags(html, MAX_TAGS)) throw new PageError('too_complex')
  let depth = 0
  let title = ''
  let body = ''
  let skipped = 0
  let isTitle = false
  const parser = new Parser({
    onopentagname() {
      depth += 1
      if (depth > MAX_DEPTH) throw new PageError('too_complex')
    },
    onopentag(name, attributes) {
      if (skipped > 0 || isLeftOut(name, attributes)) skipped += 1
      else if (name === 'title') isTitle = true
      else if (HEADINGS.test(name)) body += '\n\n'
      else if (name === 'li') body += '\n- '
      else if (name === 'br' || BLOCKS.has(name)) body += '\n'
      else if (CELLS.has(name)) body += ' '
    },
    ontext(text) {
      if (skipped > 0) return
      if (isTitle) title += text
      else body += text.replace(/\s+/g, ' ')
    },
    onclosetag(name) {
      depth -= 1
      if (skipped > 0) skipped -= 1
      else if (name === 'title') isTitle = false
      else if (BLOCKS.has(name)) body += '\n'
    },
  })
  parser.end(html)
  return tidy(title, body)
}

export function textOfPlain(text: string): PageText {
  return tidy('', text.replace(/\r\n?/g, '\n'))
}

function hasMoreTags(html: string, limit: number): boolean {
  let left = limit
  for (let at = html.indexOf('<'); at !== -1 && left >= 0; at = html.indexOf('<', at + 1)) left -= 1
  return left < 0
}

function isLeftOut(name: string, attributes: Record<string, string>): boolean {
  return (
    SKIPPED.has(name) ||
    'hidden' in attributes ||
    attributes['aria-hidden'] === 'true' ||
    HIDDEN.test(attributes.style ?? '') ||
    attributes.role === 'navigation'
  )
}

function tidy(title: string, body: string): PageText {
  const lines = body.split('\n').map((line) => line.replace(/[^\S\n]+/g, ' ').trim())
  const text = lines
    .filter((line, index) => line !== '-' && (line === '' || line !== lines[index - 1]))
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
  const heading = title.replace(/\s+/g, ' ').trim()
  if (text === '') return { text, isCut: false }
  const whole = heading === '' || text.split('\n', 1)[0] === heading ? text : `${heading}\n\n${text}`
  return cut(normalizeWhitespace(cutLongMarks(whole.replaceAll('\0', '').toWellFormed())))
}

/** Removes the marks of images, questions and promotions, so that no text of a web page can be sent to a customer. */
function normalizeWhitespace(text: string): string {
  const words = text.replaceAll('[IMAGE:', '[IMAGE: ')
  return readKnowledgeText(words).kind === 'plain' ? words : `- ${words}`
}

/** Cuts a text that is too long after a complete line. */
function cut(text: string): PageText {
  if (text.length <= KNOWLEDGE_TEXT_MAX) return { text, isCut: false }
  const limitedText = text.slice(0, KNOWLEDGE_TEXT_MAX)
  const end = limitedText.lastIndexOf('\n')
  const whole = end > KNOWLEDGE_TEXT_MAX / 2 ? limitedText.slice(0, end) : limitedText.slice(0, -1)
  return { text: whole.trim().toWellFormed(), isCut: true }
}

function bomOf(bytes: Buffer): string | null {
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return 'utf-8'
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le'
  return bytes[0] === 0xfe && bytes[1] === 0xff ? 'utf-16be' : null
}
