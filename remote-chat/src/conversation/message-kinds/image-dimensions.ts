/** Size in px. */
export interface ImageBox {
  width: number
  height: number
  /** True when the whole image is shown unscaled; false when the image fills the box. */
  isWhole: boolean
}

const MAX = { width: 240, height: 320 }
/** Minimum box size: a narrower box would be hard to see or tap. Longer images are cropped to their start. */
const MIN = { width: 96, height: 72 }
/** Box of an image of unknown size: portrait, like most photos from phones. */
const DEFAULT_IMAGE_BOX: ImageBox = { width: 180, height: 240, isWhole: true }
/** Box of a missing image, with room for an icon and the reason in two lines. */
const MISSING_IMAGE_BOX: ImageBox = { width: 240, height: 88, isWhole: true }

type Pixels = number | null | undefined

export function imageBox(width: Pixels, height: Pixels, isRemoved = false): ImageBox {
  if (!width || !height) return isRemoved ? MISSING_IMAGE_BOX : DEFAULT_IMAGE_BOX
  const scale = Math.min(1, MAX.width / width, MAX.height / height)
  const box = {
    width: Math.max(MIN.width, Math.round(width * scale)),
    height: Math.max(MIN.height, Math.round(height * scale)),
  }
  const isSmall = width <= box.width && height <= box.height
  return { ...box, isWhole: isSmall && (width < box.width || height < box.height) }
}

export const isSameBox = (a: ImageBox, b: ImageBox): boolean =>
  a.width === b.width && a.height === b.height && a.isWhole === b.isWhole

/** Style of a box that shrinks proportionally in narrow bubbles. */
export function boxStyle({ width, height }: ImageBox) {
  return { inlineSize: width, aspectRatio: `${width} / ${height}` }
}
