import type { DialOutcome, PhoneState } from '../../shared/telephone/phone-store.ts'

const LOCK = 'sip-registration'
const CHANNEL = 'phone'
/** A frozen tab does not release the lock: after this time the lock is taken from it. */
const LETS_GO_WITHIN_MS = 300
/** A tab that released the lock for one that never took it queues again after this time. */
const TAKEN_WITHIN_MS = 1000
const COMMAND_TIMEOUT_MS = 20_000
const MAX_DIAL_MS = 600_000

export type Command = 'answer' | 'hold' | 'resume' | 'hangUp' | 'dial'
type Outcome = boolean | DialOutcome
/** State of the telephone that a tab without it shows. */
export type Shown = Pick<PhoneState, 'ringing' | 'talking' | 'dialling'>

type TabMessage =
  | { say: 'do'; id: string; command: Command; of: string }
  | { say: 'done'; id: string; outcome: Outcome }
  | { say: 'who' }
  | { say: 'shown'; shown: Shown }
  | { say: 'let go' }
  | { say: 'gone' }
type Message = TabMessage & { userId: number }

export interface TabListener {
  /** This tab owns the telephone now. */
  gained(): void
  /** Another tab took the telephone. Its calls are left to the exchange, which reconnects them there. */
  lost(): void
  /** Another tab owns the telephone; this is its state. */
  heardOwner(shown: Shown): void
  perform(command: Command, of: string): Promise<Outcome>
  shown(): Shown
}

/**
 * One tab of a browser owns the telephone: the one that holds a Web Lock. When it closes, the next in the queue gets
 * it.
 */
export class PhoneTabs {
  private readonly userId: number
  private readonly listener: TabListener
  private readonly channel = new BroadcastChannel(CHANNEL)
  private readonly pending = new Map<string, (outcome: Outcome) => void>()
  private isOwner = false
  private isOver = false
  private release: (() => void) | null = null
  private queued = new AbortController()
  /** Takes the lock as soon as the owner has released it. */
  private take: (() => void) | null = null

  constructor(userId: number, listener: TabListener) {
    this.userId = userId
    this.listener = listener
    this.channel.onmessage = ({ data }: MessageEvent<Message>) => {
      if (data.userId === userId) this.hear(data)
    }
    this.want({ signal: this.queued.signal })
    this.say({ say: 'who' })
  }

  /** Sends a command to the tab that owns the telephone; resolves to `otherwise` when it does not reply. */
  askOwner<T extends Outcome>(command: Command, of: string, otherwise: T): Promise<T> {
    return new Promise((resolve) => {
      const id = crypto.randomUUID()
      const finish = (outcome: Outcome) => {
        clearTimeout(timer)
        this.pending.delete(id)
        resolve(outcome as T)
      }
      const timer = setTimeout(() => finish(otherwise), command === 'dial' ? MAX_DIAL_MS : COMMAND_TIMEOUT_MS)
      this.pending.set(id, finish)
      this.say({ say: 'do', id, command, of })
    })
  }

  publishShown() {
    if (this.isOwner) this.say({ say: 'shown', shown: this.listener.shown() })
  }

  takeOver() {
    if (this.isOwner || this.isOver) return
    const take = () => {
      if (this.take !== take || this.isOver) return
      this.take = null
      this.queued.abort()
      this.want({ steal: true })
    }
    this.take = take
    setTimeout(take, LETS_GO_WITHIN_MS)
    this.say({ say: 'let go' })
  }

  leave() {
    this.isOver = true
    this.isOwner = false
    this.queued.abort()
    this.release?.()
    this.channel.close()
  }

  /** Queues for the lock or takes it; when it is stolen from this tab, queues again. */
  private want(options: LockOptions) {
    if (!navigator.locks) {
      void this.hold()
      return
    }
    navigator.locks
      .request(LOCK, options, () => this.hold())
      .catch(() => undefined)
      .then(() => {
        if (this.isOver || options.signal?.aborted) return
        this.lose()
        this.queued = new AbortController()
        this.want({ signal: this.queued.signal })
      })
  }

  private hold(): Promise<void> | undefined {
    if (this.isOver) return undefined
    this.isOwner = true
    this.listener.gained()
    return new Promise((resolve) => {
      this.release = resolve
    })
  }

  private lose() {
    this.release = null
    if (!this.isOwner) return
    this.isOwner = false
    this.listener.lost()
  }

  private letGo() {
    const { release } = this
    this.lose()
    setTimeout(() => release?.(), TAKEN_WITHIN_MS)
    this.say({ say: 'gone' })
  }

  private say(message: TabMessage) {
    if (!this.isOver) this.channel.postMessage({ ...message, userId: this.userId } satisfies Message)
  }

  private hear(data: TabMessage) {
    if (data.say === 'done') this.pending.get(data.id)?.(data.outcome)
    if (data.say === 'shown' && !this.isOwner) this.listener.heardOwner(data.shown)
    if (data.say === 'gone') this.take?.()
    if (!this.isOwner) return
    if (data.say === 'who') this.publishShown()
    if (data.say === 'let go') this.letGo()
    if (data.say === 'do') {
      const { id, command, of } = data
      void this.listener.perform(command, of).then((outcome) => this.say({ say: 'done', id, outcome }))
    }
  }
}
