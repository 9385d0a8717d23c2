import { z } from 'zod'

const call = z.string().min(1)
const id = z.number().int().positive()

/** Events of deploy/kamailio/kamailio.cfg, one JSON object a line. `call` is the Call-ID of the caller's first INVITE. */
const ProxyMessage = z.discriminatedUnion('event', [
  z.object({ event: z.literal('ringing'), call, cseq: z.number(), from: z.string(), company: id }),
  z.object({ event: z.literal('dialled'), call, cseq: z.number(), user: id, company: id, to: z.string() }),
  // `dialog`: the current Call-ID at the trunk, another one after a transfer. `page`: the Call-ID with which the page registers.
  z.object({ event: z.literal('answered'), call, user: id, page: z.string(), dialog: call }),
  z.object({ event: z.enum(['held', 'resumed']), call, user: id }),
  z.object({ event: z.literal('ended'), call, by: z.enum(['caller', 'dispatcher', 'nobody']) }),
  z.object({
    event: z.enum(['registered', 'unregistered']),
    user: id,
    company: id,
    extension: z.string(),
    line: z.string(),
    page: z.string(),
  }),
  z.object({ event: z.literal('line_closed'), user: id, line: z.string() }),
])
export type ProxyMessage = z.output<typeof ProxyMessage>

/** One line of the stream; null for an unknown message. */
export function readProxyMessage(line: string): ProxyMessage | null {
  try {
    return ProxyMessage.safeParse(JSON.parse(line)).data ?? null
  } catch {
    return null
  }
}
