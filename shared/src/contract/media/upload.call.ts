import * as z from 'zod/mini'
import { UPLOAD_PATH } from '../constants.ts'
import { defineCall } from '../define-call.ts'

/** What a person should know of a picture that was taken: its first frame alone was kept; it has fewer pixels now. */
export const UPLOAD_NOTES = ['animated_first_frame', 'made_smaller'] as const

/**
 * Multipart with one part named `file`; at most 8 MB, pictures alone: JPEG, PNG, WebP, GIF or AVIF by their content, whatever their name.
 * What is stored, and stands at the link for anybody who has it, is a JPEG or PNG without metadata.
 */
export const uploadFile = defineCall({
  name: 'uploadFile',
  method: 'POST',
  path: UPLOAD_PATH,
  summary: 'Store a picture and get its public link',
  access: 'staff',
  /** `promotion`: a picture for many customers; managers' alone (`forbidden`). */
  query: z.object({ purpose: z.optional(z.enum(['promotion'])) }),
  answer: z.object({
    url: z.string().check(z.minLength(1)),
    /** At most 720 pixels and 1 MB. */
    preview_url: z.optional(z.string()),
    width: z.optional(z.int().check(z.positive())),
    height: z.optional(z.int().check(z.positive())),
    bytes: z.optional(z.int().check(z.positive())),
    content_type: z.optional(z.string()),
    /** Of `UPLOAD_NOTES`. */
    notes: z.optional(z.array(z.string())),
  }),
  errors: [
    'forbidden',
    'upload_length_required',
    'upload_without_file',
    'upload_several_files',
    'upload_empty',
    'upload_too_large',
    'image_type_unsupported',
    'image_broken',
    'image_too_many_pixels',
    'image_too_costly',
    'upload_paused',
    'upload_quota_used',
    'storage_full',
    'unsupported_media_type',
    'busy',
  ],
})
