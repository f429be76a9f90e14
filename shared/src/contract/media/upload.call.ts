import * as z from 'zod/mini'
import { UPLOAD_PATH } from '../constants.ts'
import { defineCall } from '../define-call.ts'

export const UPLOAD_NOTES = ['animated_first_frame', 'made_smaller'] as const

/** Body part `file`: JPEG, PNG, WebP, GIF or AVIF by content, at most 8 MB. Stored as JPEG or PNG without metadata. */
export const uploadFile = defineCall({
  name: 'uploadFile',
  method: 'POST',
  path: UPLOAD_PATH,
  summary: 'Store an image and return its public link',
  access: 'staff',
  /** The purpose `promotion` is for managers only; for others the error is `forbidden`. */
  query: z.object({ purpose: z.optional(z.enum(['promotion'])) }),
  response: z.object({
    url: z.string().check(z.minLength(1)),
    /** URL of a preview image of at most 720 pixels and 1 MB. */
    preview_url: z.optional(z.string()),
    width: z.optional(z.int().check(z.positive())),
    height: z.optional(z.int().check(z.positive())),
    bytes: z.optional(z.int().check(z.positive())),
    content_type: z.optional(z.string()),
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
