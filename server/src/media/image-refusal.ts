import type { ErrorCode } from 'shared/contract/errors.ts'

export type ImageRefusalCode = Extract<
  ErrorCode,
  'image_type_unsupported' | 'image_broken' | 'image_too_many_pixels' | 'image_too_costly' | 'busy'
>

/** Error for a refused image. `detail` is for the log. `isTimedOut` is true when decoding exceeded the time limit. */
export class ImageRefused extends Error {
  readonly code: ImageRefusalCode
  readonly isTimedOut: boolean

  constructor(code: ImageRefusalCode, detail: string, { isTimedOut = false } = {}) {
    super(detail)
    this.isTimedOut = isTimedOut
    this.name = 'ImageRefused'
    this.code = code
  }
}
