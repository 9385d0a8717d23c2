import { asId, type CompanyId, type UserId } from '@dispecerat/domain/kernel/ids'
import { z } from 'zod'

const call = z.string().min(1)
const user = z
  .number()
  .int()
  .positive()
  .transform(asId<UserId>)
const company = z
  .number()
  .int()
  .positive()
  .transform(asId<CompanyId>)

/** Events of deploy/kamailio/kamailio.cfg, one JSON object a line. `call` is the Call-ID of the caller's first INVITE. */
const ProxyMessage = z.discriminatedUnion('event', [
  z.object({ event: z.literal('ringing'), call, cseq: z.number(), from: z.string(), company }),
  z.object({ event: z.literal('dialled'), call, cseq: z.number(), user, company, to: z.string() }),
  // `dialog`: the current Call-ID at the trunk, another one after a transfer. `page`: the Call-ID with which the page registers.
  z.object({ event: z.literal('answered'), call, user, page: z.string(), dialog: call }),
  z.object({ event: z.enum(['held', 'resumed']), call, user }),
  z.object({ event: z.literal('ended'), call, by: z.enum(['caller', 'dispatcher', 'nobody']) }),
  z.object({
    event: z.enum(['registered', 'unregistered']),
    user,
    company,
    extension: z.string(),
    line: z.string(),
    page: z.string(),
  }),
  z.object({ event: z.literal('line_closed'), user, line: z.string() }),
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
