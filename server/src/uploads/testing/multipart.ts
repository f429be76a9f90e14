export const BOUNDARY = '----desk-test'

export const MULTIPART_TYPE = `multipart/form-data; boundary=${BOUNDARY}`

export interface Part {
  name?: string
  /** File name of the part; null for a form field. */
  fileName?: string | null
  type?: string
  body: Buffer | string
}

/** Returns a multipart body with these parts. By default, a part is a file with the field name `file`. */
export function multipart(...parts: Part[]): Buffer {
  const written = parts.flatMap(({ name = 'file', fileName = 'รูป.jpg', type = 'image/jpeg', body }) => [
    `--${BOUNDARY}\r\ncontent-disposition: form-data; name="${name}"`,
    fileName === null ? '\r\n\r\n' : `; filename="${fileName}"\r\ncontent-type: ${type}\r\n\r\n`,
    body,
    '\r\n',
  ])
  return Buffer.concat([...written, `--${BOUNDARY}--\r\n`].map((each) => Buffer.from(each)))
}
