import { type ClientFrame, ClientFrameSchema } from 'shared/contract/realtime.ts'

export function readFrame(data: string): ClientFrame | null {
  try {
    const frame = ClientFrameSchema.safeParse(JSON.parse(data))
    return frame.success ? frame.data : null
  } catch {
    return null
  }
}
