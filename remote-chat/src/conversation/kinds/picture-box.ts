/** How large a picture or film stands in a conversation, in px. */
export interface PictureBox {
  width: number
  height: number
  /** All of it is seen, and no larger than it is; else it fills the box. */
  isWhole: boolean
}

const MAX = { width: 240, height: 320 }
/** Strips of a few pixels would not be seen, nor hit: a longer picture shows its beginning. */
const MIN = { width: 96, height: 72 }
/** Upright, as phones make them. */
const GUESS: PictureBox = { width: 180, height: 240, isWhole: true }
/** Room for the reason, in two lines under a sign. */
const GONE: PictureBox = { width: 240, height: 88, isWhole: true }

type Pixels = number | null | undefined

/** The box is known before the picture is there, so that nothing moves when it comes; one that never will needs no more room than its reason. */
export function pictureBox(width: Pixels, height: Pixels, isGone = false): PictureBox {
  if (!width || !height) return isGone ? GONE : GUESS
  const scale = Math.min(1, MAX.width / width, MAX.height / height)
  const box = {
    width: Math.max(MIN.width, Math.round(width * scale)),
    height: Math.max(MIN.height, Math.round(height * scale)),
  }
  const isSmall = width <= box.width && height <= box.height
  return { ...box, isWhole: isSmall && (width < box.width || height < box.height) }
}

export const isSameBox = (a: PictureBox, b: PictureBox): boolean =>
  a.width === b.width && a.height === b.height && a.isWhole === b.isWhole

/** Narrower where there is less room, in the same proportion. */
export function boxStyle({ width, height }: PictureBox) {
  return { inlineSize: width, aspectRatio: `${width} / ${height}` }
}
