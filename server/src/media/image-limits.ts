/** LINE's limits for `originalContentUrl` and `previewImageUrl`. */
export const MAX_ORIGINAL_BYTES = 10_000_000
export const MAX_PREVIEW_BYTES = 1_000_000

/** Covers images of any camera; larger ones exceed the upload limit. */
export const MAX_PIXELS = 50_000_000
/** No photo format has a longer edge; very long rows cost decoders many times their area. */
export const MAX_EDGE = 65_535
/**
 * Memory limit in bytes for images that are not decoded row by row (DECODER_BYTES of sniff-structure.ts). Sufficient
 * for 9 megapixels of WebP and GIF, 25 of a progressive photo (12 when it is rotated), 15 of an interlaced drawing with
 * transparency, and 4.7 of AVIF. Photos of phones (baseline JPEG) are decoded row by row.
 */
export const MAX_WHOLE_BYTES = 72 * 1024 * 1024

/** Images are shrunk to a phone camera's size (4080 × 3060); long screenshots keep their width. */
export const ORIGINAL_PIXELS = 12_500_000
/** Longest edge that phones decode. */
export const ORIGINAL_EDGE = 16_383
/** Sharp in a phone's message bubble, and far below 1 MB. */
export const PREVIEW_EDGE = 720

/** Limits for one image, from bytes to both files: processor time, and elapsed time on a busy machine, in ms. */
export const MAX_CONVERT_CPU_MS = 15_000
export const MAX_CONVERT_MS = 25_000
/** Memory in bytes that the decoding process may use beyond its initial 30 MB; then it exits. */
export const CHILD_GROWTH_BYTES = 108 * 1024 * 1024
/** Exit code for exceeded memory. */
export const OUT_OF_MEMORY = 86
