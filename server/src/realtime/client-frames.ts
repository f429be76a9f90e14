import { type ClientFrame, ClientFrameSchema } from 'shared/contract/realtime.ts'

/** Reads what a browser says; null when it is not one of the frames of the contract. */
export function readFrame(data: string): ClientFrame | null {
  try {
    const frame = ClientFrameSchema.safeParse(JSON.parse(data))
    return frame.success ? frame.data : null
  } catch {
    return null
  }
}
