import { z } from 'zod'
import { fetchWithoutRedirects } from '../../fetch-without-redirects.ts'

const ANSWER_SECONDS = 3

const Answer = z.object({ result: z.unknown().optional(), error: z.object({ message: z.string() }).optional() })

const Leg = z.object({
  tag: z.string(),
  contact: z.string(),
  cseq: z.string(),
  route_set: z.string(),
  socket: z.string(),
})

const Dialogs = z.array(
  z.object({
    'call-id': z.string(),
    from_uri: z.string(),
    to_uri: z.string(),
    state: z.number(),
    caller: Leg,
    /** A ringing call has no callee yet: every field is null. */
    callee: z.object({ tag: z.string().nullish(), cseq: z.string().nullish() }).nullish(),
    variables: z.array(z.record(z.string(), z.string())).default([]),
  }),
)

const Table = z.array(
  z.object({ slot: z.array(z.object({ name: z.string(), value: z.union([z.string(), z.number()]) })) }),
)

/** In brief form it is the name alone; releases differ in how they wrap it. */
const Aor = z.union([
  z.string(),
  z.object({ AoR: z.string() }).transform(({ AoR }) => AoR),
  z.object({ Info: z.object({ AoR: z.string() }) }).transform(({ Info }) => Info.AoR),
])

const Registered = z.object({
  Domains: z.array(z.object({ Domain: z.object({ AoRs: z.array(Aor).default([]) }) })).default([]),
})

/** One side of a call at the proxy. */
export interface ProxyDialog {
  callId: string
  /** 4 is answered, 5 over. */
  state: number
  callerUri: string
  calleeUri: string
  caller: z.output<typeof Leg>
  calleeTag: string
  calleeCseq: number
  /** Variables that the configuration stores: name, way, user, page, company, from, to, held, left, here. */
  facts: Record<string, string>
}

/** Kamailio's JSON-RPC over HTTP. Every request throws when the proxy is away, slow or refuses. */
export class ProxyRpc {
  readonly #url: string

  constructor(url: string) {
    this.#url = url
  }

  async ask(method: string, params: readonly (string | number)[] = [], seconds = ANSWER_SECONDS): Promise<unknown> {
    const response = await fetchWithoutRedirects(this.#url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
      signal: AbortSignal.timeout(seconds * 1000),
    })
    const { result, error } = Answer.parse(await response.json())
    if (error) throw new Error(`${method}: ${error.message}`)
    return result
  }

  async dialogs(): Promise<ProxyDialog[]> {
    const listed = Dialogs.parse((await this.ask('dlg.list')) ?? [])
    return listed.map((dialog) => ({
      callId: dialog['call-id'],
      state: dialog.state,
      callerUri: dialog.from_uri,
      calleeUri: dialog.to_uri,
      caller: dialog.caller,
      calleeTag: dialog.callee?.tag ?? '',
      calleeCseq: Number(dialog.callee?.cseq ?? 0) || 0,
      facts: Object.assign({}, ...dialog.variables) as Record<string, string>,
    }))
  }

  /** A shared table of the configuration, by key. */
  async table(name: string): Promise<Map<string, string>> {
    const rows = Table.parse((await this.ask('htable.dump', [name])) ?? [])
    return new Map(rows.flatMap(({ slot }) => slot.map((row): [string, string] => [row.name, String(row.value)])))
  }

  /** Names with a current registration, the companies' own names included. */
  async registered(): Promise<Set<string>> {
    const { Domains } = Registered.parse((await this.ask('ul.dump', ['brief'])) ?? {})
    return new Set(Domains.flatMap(({ Domain }) => Domain.AoRs))
  }

  /** Sends BYE to both sides. */
  hangUp({ callId, caller, calleeTag }: ProxyDialog): Promise<unknown> {
    return this.ask('dlg.terminate_dlg', [callId, caller.tag, calleeTag])
  }
}
