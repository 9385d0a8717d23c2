import { z } from 'zod'

const call = z.string().min(1)
const id = z.number().int().positive()

/** What deploy/kamailio/kamailio.cfg tells, one JSON object a line. `call` is the Call-ID the caller first rang with. */
const ProxyMessage = z.discriminatedUnion('event', [
  z.object({ event: z.literal('ringing'), call, cseq: z.number(), from: z.string(), company: id }),
  z.object({ event: z.literal('dialled'), call, cseq: z.number(), user: id, company: id, to: z.string() }),
  // `dialog`: the Call-ID at the trunk now, another one after a transfer. `page`: the Call-ID the page registers with.
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

/** One line of the stream; null when it is none we know. */
export function readProxyMessage(line: string): ProxyMessage | null {
  try {
    return ProxyMessage.safeParse(JSON.parse(line)).data ?? null
  } catch {
    return null
  }
}
