import type { ErrorCode } from 'shared/contract/errors.ts'

/** Why a picture is not taken: codes of the catalogue of errors. */
export type ImageRefusalCode = Extract<
  ErrorCode,
  'image_type_unsupported' | 'image_broken' | 'image_too_many_pixels' | 'image_too_costly' | 'busy'
>

/** `detail` is for the log: what exactly was found. `isLate`: it took a process all its time. */
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
