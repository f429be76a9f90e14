import { readKnowledgeText } from 'shared/contract/knowledge/knowledge-text.ts'
import { normalizeText } from 'shared/contract/search-text.ts'
import type { ExistingEntry, ImportPlan, PlannedRow } from './import-plan.ts'
import { questionsIn, topicOf } from './import-topic.ts'
import { sameQuestionKey } from './question-key.ts'
import { mapKey } from './untrusted-map-key.ts'

/** Returns entries of `staying` that share a question with a new or changed row, but are not changed themselves. */
export function overlappingEntries(
  rows: readonly PlannedRow[],
  staying: readonly ExistingEntry[],
): ExistingEntry[] {
  if (staying.length === 0) return []
  const changedRows = changedRowsOf(rows)
  const changedKeys = new Set(changedRows.flatMap(({ text }) => keysOf(topicOf(text))))
  const changed = new Set(changedRows.map(({ entry }) => entry?.id))
  return staying.filter(
    ({ id, topic }) => !changed.has(id) && keysOf(topic).some((key) => changedKeys.has(key)),
  )
}

/** Maps row numbers to a text with the same question and another answer. `texts` are cut to `length` characters. */
export function overlapsOf(
  plan: Pick<ImportPlan, 'rows' | 'overlapping'>,
  texts: ReadonlyMap<string, string>,
  length: number,
): Map<number, string> {
  const changedRows = changedRowsOf(plan.rows).map(({ row, text }) => {
    const beginning = beginningOf(text, length)
    return { row, text: beginning, answer: answerOf(beginning), keys: keysOf(topicOf(text)) }
  })
  const changedKeys = new Set(changedRows.flatMap(({ keys }) => keys))
  /** Two different answers per question suffice: at least one of them differs from the answer in a given row. */
  const given = new Map<string, { text: string; answer: string }[]>()
  const addAnswer = (text: string, answer: string, keys: readonly string[]): void => {
    for (const key of keys) {
      if (!changedKeys.has(key)) continue
      const known = given.get(key) ?? []
      if (known.length < 2 && known.every((each) => each.answer !== answer))
        given.set(key, [...known, { text, answer }])
    }
  }
  for (const { id, topic } of plan.overlapping) {
    const text = texts.get(id)
    if (text !== undefined) addAnswer(text, answerOf(text), keysOf(topic))
  }
  for (const { text, answer, keys } of changedRows) addAnswer(text, answer, keys)
  return new Map(
    changedRows.flatMap(({ row, answer, keys }) => {
      const other = keys.flatMap((key) => given.get(key) ?? []).find((each) => each.answer !== answer)
      return other === undefined ? [] : [[row, other.text]]
    }),
  )
}

function changedRowsOf(rows: readonly PlannedRow[]): PlannedRow[] {
  return rows.filter(({ state }) => state === 'new' || state === 'changed')
}

function keysOf(topic: string | null): string[] {
  return questionsIn(topic).map((question) => mapKey(sameQuestionKey(question)))
}

function answerOf(text: string): string {
  const content = readKnowledgeText(text)
  return normalizeText(content.kind === 'general' ? content.answer : text)
}

export function beginningOf(text: string, length: number): string {
  return text.length <= length ? text : [...text.slice(0, length * 2)].slice(0, length).join('')
}
