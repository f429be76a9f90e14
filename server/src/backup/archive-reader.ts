import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import tar from 'tar-stream'
import { CommandError } from '../cli/run-command.ts'
import { FORMAT, MANIFEST, type Manifest, type ManifestPart, ManifestSchema } from './archive-format.ts'

/** Maximum size of the manifest, which lists every file; enough for several million files. */
const MANIFEST_BYTES = 512 * 1024 * 1024

export interface ArchivePart {
  name: string
  size: number
  mtime: Date
  /** Content of the part; must be read to the end before the next part is available. */
  content: AsyncIterable<Buffer>
}

/** Reads and verifies the whole backup file. @throws CommandError when the backup is incomplete or invalid. */
export async function verifyArchive(file: string): Promise<Manifest> {
  const found: ManifestPart[] = []
  let manifest: Manifest | undefined
  try {
    for await (const part of readEntries(file)) {
      if (manifest !== undefined) throw new Damaged(`${part.name} comes after the manifest`)
      if (part.name === MANIFEST) manifest = readManifest(await readWhole(part))
      else found.push({ name: part.name, size: part.size, sha256: await hashOf(part.content) })
    }
    if (manifest === undefined) throw new Damaged('it is truncated')
    requireSame(manifest, found)
    return manifest
  } catch (error) {
    if (error instanceof CommandError) throw error
    const { code, syscall, message } = error as NodeJS.ErrnoException
    if (syscall !== undefined) throw new CommandError(`${file} cannot be read: ${code ?? message}`)
    throw new CommandError(`${file} is not a complete backup: ${message}. Nothing was changed.`)
  }
}

/** Reads the parts and verifies them again. @throws CommandError when the file changed since `verifyArchive`. */
export async function readArchive(
  file: string,
  manifest: Manifest,
  onPart: (part: ArchivePart) => Promise<void>,
): Promise<void> {
  const expected = manifest.parts.values()
  for await (const part of readEntries(file)) {
    if (part.name === MANIFEST) {
      await readWhole(part)
      continue
    }
    const hash = createHash('sha256')
    const content = (async function* () {
      for await (const chunk of part.content) {
        hash.update(chunk)
        yield chunk
      }
    })()
    await onPart({ ...part, content })
    const { name, sha256 } = expected.next().value ?? {}
    if (part.name !== name || hash.digest('hex') !== sha256) {
      throw new CommandError(`${file} was changed while it was being read.`)
    }
  }
  if (!expected.next().done) throw new CommandError(`${file} was changed while it was being read.`)
}

class Damaged extends Error {}

async function* readEntries(file: string): AsyncGenerator<ArchivePart> {
  const extract = tar.extract()
  const read = pipeline(createReadStream(file), createGunzip(), extract)
  // Prevents an unhandled rejection: the loop below throws this error too.
  read.catch(() => {})
  for await (const entry of extract) {
    const { name, size = 0, mtime = new Date(0), type } = entry.header
    if (type !== 'file') throw new Damaged(`${name} is not a file`)
    yield { name, size, mtime, content: entry as AsyncIterable<Buffer> }
  }
  await read
}

async function hashOf(content: AsyncIterable<Buffer>): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of content) hash.update(chunk)
  return hash.digest('hex')
}

async function readWhole({ size, content }: ArchivePart): Promise<Buffer> {
  if (size > MANIFEST_BYTES) throw new Damaged('its manifest is too large')
  const chunks: Buffer[] = []
  for await (const chunk of content) chunks.push(chunk)
  return Buffer.concat(chunks)
}

function readManifest(text: Buffer): Manifest {
  const json: unknown = JSON.parse(text.toString())
  const { format } = (json ?? {}) as { format?: unknown }
  if (typeof format === 'number' && format > FORMAT) {
    throw new CommandError(
      'The backup was written by a newer version of the desk; restore it with that version.',
    )
  }
  const parsed = ManifestSchema.safeParse(json)
  if (parsed.success) return parsed.data
  const problems = parsed.error.issues.slice(0, 3).map(({ path, message }) => `${path.join('.')}: ${message}`)
  throw new Damaged(`its manifest is invalid (${problems.join('; ')})`)
}

function requireSame({ parts }: Manifest, found: ManifestPart[]): void {
  const differingPart = parts.find(({ name, size, sha256 }, index) => {
    const there = found[index]
    return there?.name !== name || there.size !== size || there.sha256 !== sha256
  })
  if (differingPart !== undefined) throw new Damaged(`${differingPart.name} differs from what was written`)
  if (found.length !== parts.length) throw new Damaged('it contains parts that the manifest does not list')
}
