/** Format of a backup file: a gzip-compressed tar archive of parts, followed by a manifest that lists them. */
import * as z from 'zod'

/** Version of the file format, increased when older programs cannot read the file. */
export const FORMAT = 1
export const MANIFEST = 'manifest.json'

/** Returns true for `database/<table>/<number>.copy` (a piece of COPY output) and `files/<folder>/<path>`. */
function isPartName(name: string): boolean {
  const [kind, ...rest] = name.split('/')
  if (kind === 'database') return /^database\/\w+\/\d+\.copy$/.test(name)
  const isSafe = (each: string) => !['', '.', '..'].includes(each) && !/[\\\p{Cc}]/u.test(each)
  return kind === 'files' && rest.length > 1 && rest.every(isSafe)
}

const Part = z.object({
  name: z.string().refine(isPartName, 'is not a valid part name'),
  size: z.int().min(0),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
})
const identifier = z.string().min(1)

export const ManifestSchema = z.object({
  format: z.literal(FORMAT),
  program: z.string(),
  createdAt: z.iso.datetime(),
  migration: z.string(),
  /** Environment variables of the backed-up server, without secrets. */
  settings: z.record(z.string(), z.string()),
  /** Tables in an order in which no table references a later table. The archive's parts have the same order. */
  tables: z.array(z.object({ name: identifier, columns: z.array(identifier), rows: z.int().min(0) })),
  sequences: z.array(z.object({ name: identifier, lastValue: z.string(), isCalled: z.boolean() })),
  parts: z.array(Part),
})

export type Manifest = z.output<typeof ManifestSchema>
export type ManifestPart = z.output<typeof Part>

export function tablePart(table: string, number: number): string {
  return `database/${table}/${String(number).padStart(8, '0')}.copy`
}

export function filePart(folder: string, path: string): string {
  return `files/${folder}/${path}`
}

export function describeContents({ tables, parts }: Manifest): string {
  const rowsOf = (table: string) => tables.find(({ name }) => name === table)?.rows ?? 0
  const files = parts.filter(({ name }) => name.startsWith('files/')).length
  const counts: [number, string][] = [
    [rowsOf('staff'), 'people'],
    [rowsOf('channels'), 'official accounts'],
    [rowsOf('tickets'), 'cases'],
    [rowsOf('messages'), 'messages'],
    [files, 'files'],
  ]
  return counts.map(([count, what]) => `${count.toLocaleString('en')} ${what}`).join(', ')
}
