/** How large a picture or film stands in a conversation, in px. */
export interface PictureBox {
  width: number
  height: number
  /** Its size is not known: it is shown whole in a box of our choice. */
  isGuess: boolean
}

const MAX = { width: 240, height: 320 }
/** Strips of a few pixels would not be seen, nor hit: a longer picture shows its beginning. */
const MIN = { width: 96, height: 72 }
/** Upright, as phones make them. */
const GUESS: PictureBox = { width: 180, height: 240, isGuess: true }

/** The box is known before the picture is there, so that nothing moves when it comes. */
export function pictureBox(width: number | null | undefined, height: number | null | undefined): PictureBox {
  if (!width || !height) return GUESS
  const scale = Math.min(1, MAX.width / width, MAX.height / height)
  return {
    width: Math.max(MIN.width, Math.round(width * scale)),
    height: Math.max(MIN.height, Math.round(height * scale)),
    isGuess: false,
  }
}

/** Narrower where there is less room, in the same proportion. */
export function boxStyle({ width, height }: PictureBox) {
  return { inlineSize: width, aspectRatio: `${width} / ${height}` }
}
