import * as z from 'zod'

export const TicketIdSchema = z.object({ id: z.uuid() })
