/** What LINE takes as `originalContentUrl` and `previewImageUrl`. */
export const MAX_ORIGINAL_BYTES = 10_000_000
export const MAX_PREVIEW_BYTES = 1_000_000

/** A picture of any camera; what a phone takes beyond that is larger than an upload may be. */
export const MAX_PIXELS = 50_000_000
/** No format of photographs has a longer edge; a line of pixels that is longer costs decoders many times its area. */
export const MAX_EDGE = 65_535
/**
 * What a picture may need in memory at once where it is not decoded row by row (DECODER_BYTES of sniff-structure.ts): 9 megapixels of
 * WebP and GIF, 25 of a progressive photograph (12 where it is turned), 15 of an interlaced drawing with transparency, 4.7 of AVIF. The photographs of phones
 * (baseline JPEG) are decoded row by row.
 */
export const MAX_WHOLE_BYTES = 72 * 1024 * 1024

/** Pictures are brought down to what a phone takes (4080 × 3060); long screenshots keep their width. */
export const ORIGINAL_PIXELS = 12_500_000
/** Further than this phones do not decode. */
export const ORIGINAL_EDGE = 16_383
/** Sharp on a phone across its bubble, and far below 1 MB. */
export const PREVIEW_EDGE = 720

/** One picture, from its bytes to both files: time of processors, and by the clock, where the machine has much else to do. */
export const CONVERT_WITHIN_MS = 15_000
export const CONVERT_AT_MOST_MS = 25_000
/** Memory that the process that decodes may take beyond what it starts with (30 MB of its own); beyond it the process ends. */
export const CHILD_GROWTH_BYTES = 108 * 1024 * 1024
/** Its exit code then. */
export const OUT_OF_MEMORY = 86
