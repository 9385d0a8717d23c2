import { CLOSE, type ConsoleFrame, RECONNECT } from '@dispecerat/contract/api/realtime'
import { isOrderRow, readOrderList } from '@dispecerat/contract/orders/order-lists'
import type { OrderRow } from '@dispecerat/contract/orders/order-shapes'
import { ORDER_LISTS } from '@dispecerat/domain/orders/order'
import { nodeTransport } from '@dispecerat/simulation/node-transport'
import type { PhoneLine } from '@dispecerat/simulation/phone-transport'
import type { PatientClient } from './patient-client.ts'

/** Longer lists are not read to the end: the rest was there before the run. */
const MAX_PAGES = 60

/** The order lists of a console that reads them once and afterwards applies the events it receives. */
export class ConsoleView {
  readonly rows = new Map<number, OrderRow>()
  readonly name: string
  readonly #urls: readonly string[]
  readonly #token: string
  readonly #client: PatientClient
  #line: PhoneLine | null = null
  #lastSeq: number | null = null
  #tries: number
  #again: NodeJS.Timeout | undefined
  #isOpen = true
  #isReading = false
  #isOutdated = false
  readonly #onFrame: [number, OrderRow | null][] = []

  constructor(no: number, urls: readonly string[], token: string, client: PatientClient) {
    this.name = `console ${no}`
    this.#urls = urls
    this.#token = token
    this.#client = client
    this.#tries = no
    this.#connect()
  }

  get isConnected(): boolean {
    return this.#line !== null
  }

  close(): void {
    this.#isOpen = false
    clearTimeout(this.#again)
    this.#line?.hangUp()
  }

  #connect(): void {
    const url = this.#urls[this.#tries % this.#urls.length] ?? ''
    this.#tries += 1
    const line: PhoneLine = nodeTransport(url).open({
      opened: () => {
        const last = this.#lastSeq === null ? {} : { last_seq: this.#lastSeq }
        line.say(JSON.stringify({ action: 'auth', token: this.#token, ...last }))
      },
      onFrame: (text) => this.#hear(JSON.parse(text) as ConsoleFrame),
      alive: () => undefined,
      closed: (code) => {
        this.#line = null
        if (code === CLOSE.tooSlow) this.#lastSeq = null
        if (this.#isOpen) this.#again = setTimeout(() => this.#connect(), RECONNECT.delayMs)
      },
    })
  }

  #hear({ event, seq, data }: ConsoleFrame): void {
    this.#lastSeq = event === 'resync' ? seq : Math.max(this.#lastSeq ?? 0, seq)
    if (event === 'resync' || (event === 'ready' && !data.resumed)) this.#readSoon()
    if (event !== 'live_orders_updated') return
    const { order_id, order } = data
    this.#onFrame.push([order_id, order])
    if (!this.#isReading) this.#apply()
  }

  /** Events received while the lists are read are applied after the lists. */
  #readSoon(): void {
    if (this.#isReading) {
      this.#isOutdated = true
      return
    }
    this.#isReading = true
    this.#onFrame.length = 0
    void readOrderRows(this.#client).then((rows) => {
      this.#isReading = false
      this.rows.clear()
      for (const [id, row] of rows) this.rows.set(id, row)
      this.#apply()
      if (this.#isOutdated) this.#readSoon()
      this.#isOutdated = false
    })
  }

  #apply(): void {
    for (const [id, row] of this.#onFrame.splice(0)) {
      if (row) this.rows.set(id, row)
      else this.rows.delete(id)
    }
  }
}

/** Every order of every list, as the server has it now. */
export async function readOrderRows(client: PatientClient): Promise<Map<number, OrderRow>> {
  const rows = new Map<number, OrderRow>()
  for (const kind of ORDER_LISTS) {
    let after: string | undefined
    for (let page = 0; page < MAX_PAGES; page++) {
      const query = { view: 'row' as const, ...(after === undefined ? {} : { after }) }
      const answer = await client.send(readOrderList, { params: { kind }, query })
      for (const row of answer?.data.filter(isOrderRow) ?? []) rows.set(row.id, row)
      after = answer?.meta.next ?? undefined
      if (after === undefined) break
    }
  }
  return rows
}
