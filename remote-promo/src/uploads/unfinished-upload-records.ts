import { unfinishedUploadCalls } from 'shared/session'
import { isUnfinished, type UploadQueue } from './upload-queue.ts'

type Mark = Awaited<ReturnType<Awaited<ReturnType<typeof unfinishedUploadCalls>>['beginUpload']>>

export class UnfinishedUploadRecords {
  readonly #queue: UploadQueue
  readonly #marks = new Map<string, Promise<Mark | null>>()

  constructor(queue: UploadQueue) {
    this.#queue = queue
  }

  follow(): () => void {
    const note = () => {
      const unfinished = new Map(
        this.#queue
          .uploads()
          .filter(isUnfinished)
          .map((each) => [each.id, each]),
      )
      for (const { id, name } of unfinished.values())
        if (!this.#marks.has(id)) this.#marks.set(id, begin(name))
      for (const id of this.#marks.keys()) if (!unfinished.has(id)) this.#end(id, 'stopped')
    }
    note()
    return this.#queue.subscribe(note)
  }

  uploaded(id: string): void {
    this.#end(id, 'uploaded')
  }

  abandonAll(): void {
    for (const id of [...this.#marks.keys()]) this.#end(id, 'abandoned')
  }

  #end(id: string, how: keyof Mark): void {
    void this.#marks.get(id)?.then((mark) => mark?.[how]())
    this.#marks.delete(id)
  }
}

async function begin(name: string): Promise<Mark | null> {
  try {
    return await (await unfinishedUploadCalls()).beginUpload('promotion', name)
  } catch (error) {
    console.warn('an upload could not be recorded', error)
    return null
  }
}
