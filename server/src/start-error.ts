/** Error with a plain reason why a program cannot start. It is printed without a stack; the exit code is 1. */
export class StartError extends Error {
  /** Code by which programs identify the cause; undefined for most causes. */
  readonly code: string | undefined

  constructor(message: string, options?: ErrorOptions & { code?: string }) {
    super(message, options)
    this.name = 'StartError'
    this.code = options?.code
  }
}

const DISK_FULL = ['the disk is full', 'Free space on it'] as const
const NO_RIGHT = ['the desk user has no permission', 'Give it to the user that runs the desk'] as const
const FILE_EXISTS = ['a file exists where a folder is needed', 'Remove that'] as const

const FILE_ERRORS: Record<string, readonly [why: string, todo: string]> = {
  ENOSPC: DISK_FULL,
  EDQUOT: DISK_FULL,
  EACCES: NO_RIGHT,
  EPERM: NO_RIGHT,
  EROFS: ['its file system is read-only', 'Mount it for writing'],
  ENOTDIR: FILE_EXISTS,
  EEXIST: FILE_EXISTS,
  EISDIR: ['a folder exists at this path', 'Remove that'],
}

/** Describes a file system error; undefined for unknown codes. `setting`: the variable that contains the path. */
export function describeFileError(
  what: string,
  code: string,
  { setting = 'DATA_DIR', cause }: { setting?: string; cause?: unknown } = {},
): StartError | undefined {
  const fileError = FILE_ERRORS[code]
  if (fileError === undefined) return undefined
  const [why, todo] = fileError
  return new StartError(`${what}: ${why} (${code}). ${todo}, or set another ${setting}.`, { cause })
}

/** Describes a file system error by the path it contains. `folders`: paths of settings other than DATA_DIR. */
export function fileErrorOf(error: unknown, folders: Record<string, string> = {}): StartError | undefined {
  const { code, path, dest, syscall } = error as NodeJS.ErrnoException & { dest?: string }
  if (code === undefined || path === undefined || syscall?.startsWith('spawn')) return undefined
  const filePath = dest ?? path
  const [setting] = Object.entries(folders).find(([, folder]) => isWithin(filePath, folder)) ?? []
  const what = setting === undefined ? filePath : `${setting} ${filePath}`
  return describeFileError(`${what} cannot be used`, code, { setting, cause: error })
}

function isWithin(path: string, folder: string): boolean {
  return `${path}/`.startsWith(`${folder}/`)
}
