/** A mock upload whose outcome the test decides. */
export interface MockUpload {
  address: string
  name: string
  size: number
  isAborted: boolean
  /** True after a response, a lost connection or an abort. */
  hasEnded: boolean
  /** Reports the uploaded fraction of the file, 0 to 1. */
  progress: (share: number) => void
  respond: (status: number, body: unknown) => void
  /** Simulates a lost connection. */
  lose: () => void
}

/** Replaces the page's XMLHttpRequest, which uploads use. */
export class MockUploads {
  readonly uploads: MockUpload[] = []
  readonly #before = globalThis.XMLHttpRequest

  install(): void {
    const { uploads } = this
    globalThis.XMLHttpRequest = class {
      readonly upload: { onprogress?: (event: { loaded: number; total: number }) => void } = {}
      onload?: () => void
      onerror?: () => void
      onabort?: () => void
      onloadend?: () => void
      status = 0
      responseText = ''
      responseURL = ''
      #address = ''

      open(_method: string, address: string): void {
        this.#address = address
      }

      setRequestHeader(): void {}

      send(form: FormData): void {
        const file = form.get('file') as File
        const end = (reported: (() => void) | undefined) => {
          upload.hasEnded = true
          reported?.()
          this.onloadend?.()
        }
        const upload: MockUpload = {
          address: this.#address,
          name: file.name,
          size: file.size,
          isAborted: false,
          hasEnded: false,
          progress: (share) => this.upload.onprogress?.({ loaded: share * 1_000, total: 1_000 }),
          respond: (status, body) => {
            this.status = status
            this.responseText = JSON.stringify(body)
            this.responseURL = new URL(this.#address, window.location.href).href
            end(this.onload)
          },
          lose: () => end(this.onerror),
        }
        this.abort = () => {
          upload.isAborted = true
          end(this.onabort)
        }
        uploads.push(upload)
      }

      abort(): void {}
    } as unknown as typeof XMLHttpRequest
  }

  remove(): void {
    globalThis.XMLHttpRequest = this.#before
  }

  /** Returns the started uploads of a file, in order. */
  of(name: string): MockUpload[] {
    return this.uploads.filter((each) => each.name === name)
  }
}
