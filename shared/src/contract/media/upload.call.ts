import * as z from 'zod'
import { defineCall } from '../define-call.ts'

/** Multipart with one part named `file`; at most 8 MB, images only. */
export const uploadFile = defineCall({
  name: 'uploadFile',
  method: 'POST',
  path: '/api/staff/upload',
  summary: 'Store an image and get its link',
  access: 'staff',
  answer: z.object({ url: z.string().min(1) }),
  errors: ['payload_too_large', 'unsupported_media_type'],
})
