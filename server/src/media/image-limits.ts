/** Maximum bytes that LINE allows for `originalContentUrl` and `previewImageUrl`. */
export const MAX_ORIGINAL_BYTES = 10_000_000
export const MAX_PREVIEW_BYTES = 1_000_000

/** Maximum number of pixels of an image. Photos with more pixels usually exceed the upload limit anyway. */
export const MAX_PIXELS = 50_000_000
/** Maximum width or height in pixels: no photo format allows more, and decoders are slow with very long rows. */
export const MAX_EDGE = 65_535
/**
 * Maximum memory in bytes for images that cannot be decoded row by row. This allows 9 megapixels of WebP and GIF, 25 of
 * a progressive photo (12 when rotated), 15 of an interlaced drawing with transparency, and 4.7 of AVIF.
 */
export const MAX_WHOLE_BYTES = 72 * 1024 * 1024

/** Maximum pixels of a converted image: those of a phone's photo (4080 × 3060), or a long screenshot in full width. */
export const ORIGINAL_PIXELS = 12_500_000
/** Maximum width or height in pixels that phones can decode. */
export const ORIGINAL_EDGE = 16_383
/** Maximum width or height of a preview in pixels: sharp in a phone's chat, and far below 1 MB. */
export const PREVIEW_EDGE = 720

/** Maximum processor time in ms for converting an image, and maximum elapsed time in ms on a busy machine. */
export const MAX_CONVERT_CPU_MS = 15_000
export const MAX_CONVERT_MS = 25_000
/** Memory in bytes that a decoding process may use in addition to its initial 30 MB; it exits when it uses more. */
export const CHILD_GROWTH_BYTES = 108 * 1024 * 1024
/** Exit code of a decoding process that used too much memory. */
export const OUT_OF_MEMORY = 86
