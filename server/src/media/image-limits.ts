/** LINE's limits for `originalContentUrl` and `previewImageUrl`. */
export const MAX_ORIGINAL_BYTES = 10_000_000
export const MAX_PREVIEW_BYTES = 1_000_000

/** Maximum pixels of an image: covers images of any camera; larger ones exceed the upload limit. */
export const MAX_PIXELS = 50_000_000
/** Maximum edge of an image: no photo format has a longer one, and decoders are slow with very long rows. */
export const MAX_EDGE = 65_535
/**
 * Memory limit in bytes for images that are not decoded row by row: 9 megapixels of WebP and GIF, 25 of a progressive
 * photo (12 when rotated), 15 of an interlaced drawing with transparency, and 4.7 of AVIF.
 */
export const MAX_WHOLE_BYTES = 72 * 1024 * 1024

/** Size of a phone camera (4080 × 3060), at which long screenshots keep their width. */
export const ORIGINAL_PIXELS = 12_500_000
/** Longest edge in pixels that phones decode. */
export const ORIGINAL_EDGE = 16_383
/** Edge of a preview in pixels: sharp in a phone's message bubble, and far below 1 MB. */
export const PREVIEW_EDGE = 720

/** Limits for converting one image to both files: processor time, and elapsed time on a busy machine, in ms. */
export const MAX_CONVERT_CPU_MS = 15_000
export const MAX_CONVERT_MS = 25_000
/** Memory in bytes that the decoding process may use beyond its initial 30 MB; it exits when it needs more. */
export const CHILD_GROWTH_BYTES = 108 * 1024 * 1024
/** Exit code of a decoding process that exceeded its memory. */
export const OUT_OF_MEMORY = 86
