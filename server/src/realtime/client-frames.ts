import { type ClientFrame, ClientFrameSchema } from 'shared/contract/realtime.ts'

/** Parses a client frame. Returns null for a frame that the contract does not have. */
export function readFrame(data: string): ClientFrame | null {
  try {
    const frame = ClientFrameSchema.safeParse(JSON.parse(data))
    return frame.success ? frame.data : null
  } catch {
    return null
  }
}
