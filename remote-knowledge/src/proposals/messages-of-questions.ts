const segmenter = new Intl.Segmenter('th', { granularity: 'word' })

/** Returns the messages of which at least half of the words are in the questions. */
export function messagesOfQuestions<T extends { text: string }>(questions: string, texts: readonly T[]): T[] {
  const written = new Set(textOf(questions))
  return texts.filter(({ text }) => {
    const words = textOf(text)
    return words.length > 0 && words.filter((word) => written.has(word)).length * 2 >= words.length
  })
}

function textOf(text: string): string[] {
  return [...segmenter.segment(text.toLowerCase())].flatMap(({ segment, isWordLike }) =>
    isWordLike ? [segment] : [],
  )
}
