/** What LINE takes as `originalContentUrl` and `previewImageUrl`. */
export const MAX_ORIGINAL_BYTES = 10_000_000
export const MAX_PREVIEW_BYTES = 1_000_000

/** A picture of any camera; what a phone takes beyond that is larger than an upload may be. */
export const MAX_PIXELS = 50_000_000
/** Of formats that cannot be decoded row by row: 4096 × 4096 with transparency. */
export const MAX_WHOLE_BYTES = 64 * 1024 * 1024

/** Pictures are brought down to what a phone takes (4080 × 3060); long screenshots keep their width. */
export const ORIGINAL_PIXELS = 12_500_000
/** Further than this phones do not decode. */
export const ORIGINAL_EDGE = 16_383
/** Sharp on a phone across its bubble, and far below 1 MB. */
export const PREVIEW_EDGE = 720

/** One picture, from its bytes to both files. */
export const CONVERT_WITHIN_MS = 15_000
/** Resident memory of the process that decodes; beyond it the process ends. */
export const CHILD_BYTES = 400 * 1024 * 1024
/** Its exit code then. */
export const OUT_OF_MEMORY = 86
