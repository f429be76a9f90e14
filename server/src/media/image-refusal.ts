import type { ErrorCode } from 'shared/contract/errors.ts'

/** Reasons for refusing an image: codes of the error catalogue. */
export type ImageRefusalCode = Extract<
  ErrorCode,
  'image_type_unsupported' | 'image_broken' | 'image_too_many_pixels' | 'image_too_costly' | 'busy'
>

/** `detail` is for the log. `isLate`: decoding exceeded the time limit. */
export class ImageRefused extends Error {
  readonly code: ImageRefusalCode
  readonly isLate: boolean

  constructor(code: ImageRefusalCode, detail: string, { isLate = false } = {}) {
    super(detail)
    this.isLate = isLate
    this.name = 'ImageRefused'
    this.code = code
  }
}
